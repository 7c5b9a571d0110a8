/// Something that was changed in two places and in two ways, so that one of them must give way.
public struct SceneConflict: Hashable, Sendable {
  /// What of the object, or of the scene, it is about.
  public enum Subject: Hashable, Sendable {
    /// A stored value, by its key; `ours`, `theirs` and `base` are JSON text, nil where it is not stored.
    case property(String)
    case className
    case name
    case place

    /// The object was put in by both, or taken out by one and changed by the other.
    case existence

    /// A colour of the palette.
    case color(String)

    /// Another member of the scene or the object, such as the scene's name or an unknown key, as JSON text.
    case member(String)
  }

  /// The object's id; nil for the scene.
  public var object: String?

  /// What of the object or the scene was changed in both.
  public var subject: Subject

  /// What both changes started from; nil where it was absent.
  public var base: String?

  /// What this side made of it; nil where it took it out.
  public var ours: String?

  /// What the other side made of it; nil where it took it out.
  public var theirs: String?

  /// The conflict as a sentence: `'badge.pointCount' is 7 here and 9 there`. It may hold what a person typed: escape it
  /// for a terminal.
  public var message: String {
    let owner = object.map { "'\($0)'" } ?? "the scene"
    switch subject {
    case .property(let name):
      return "'\(object ?? "").\(name)' is \(Self.words(ours)) here and \(Self.words(theirs)) there"
    case .className: return "the class of \(owner) is \(ours ?? "none") here and \(theirs ?? "none") there"
    case .name: return "the name of \(owner) is \(ours ?? "none") here and \(theirs ?? "none") there"
    case .place: return "\(owner) was moved to one place here and to another there"
    case .existence:
      if ours == nil { return "\(owner) was removed here and changed there" }
      return theirs == nil ? "\(owner) was changed here and removed there" : "\(owner) was put in here and there"
    case .color(let name):
      return "the colour '\(name)' is \(Self.words(ours)) here and \(Self.words(theirs)) there"
    case .member(let key):
      return "'\(key)' of \(owner) is \(Self.words(ours)) here and \(Self.words(theirs)) there"
    }
  }

  /// JSON text in one line, however it is laid out in the scene.
  private static func words(_ raw: String?) -> String {
    raw.map { ColumnReader.inOneLine(Array($0.utf8)) } ?? "not stored"
  }
}
