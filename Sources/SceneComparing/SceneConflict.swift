/// A conflict of a merge: both sides changed the same thing in different ways, so that only one of the changes can be
/// kept.
public struct SceneConflict: Hashable, Sendable {
  /// The part of the object or of the scene that is in conflict.
  public enum Subject: Hashable, Sendable {
    /// An attribute, by its key; `ours`, `theirs` and `base` are JSON texts, or nil if the attribute is not stored.
    case property(String)
    case className
    case name

    /// The object's id. Both sides renamed the object, or one side renamed it to an id that a different object of the
    /// other side has. `ours`, `theirs` and `base` are ids; a side that did not rename the object has the id of `base`.
    case id
    case place

    /// Both sides inserted the object, or one side removed it and the other changed it.
    case existence

    /// A colour of the palette, by its name.
    case color(String)

    /// A member that is not one of the above, such as the scene's name or an unknown key; the values are JSON text.
    case member(String)
  }

  /// The id of the object in conflict; nil for the scene.
  public var object: String?

  /// The part of the object or of the scene that both sides changed.
  public var subject: Subject

  /// The value before both changes; nil if it was absent, and for the subject `place`. For the subject `existence`, the
  /// id of the object's parent if one side removed the parent and the other side inserted the object into it; nil
  /// otherwise.
  public var base: String?

  /// This side's new value, or an object's id for the subjects `place` and `existence`; nil if this side removed the
  /// value or object.
  public var ours: String?

  /// The other side's new value, or an object's id for the subjects `place` and `existence`; nil if that side removed
  /// the value or object.
  public var theirs: String?

  package init(object: String?, subject: Subject, base: String? = nil, ours: String?, theirs: String?) {
    (self.object, self.subject) = (object, subject)
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// True if the conflict can be resolved in favour of the other side. It cannot if our side removed the object, if
  /// both sides inserted an object with the same id, or if a renamed object's new id is in use.
  public var canTakeTheirs: Bool {
    switch subject {
    case .existence: theirs == nil
    case .id: ours != base && theirs != base
    default: true
    }
  }

  /// The same conflict, seen from the other side.
  package var swapped: SceneConflict {
    SceneConflict(object: object, subject: subject, base: base, ours: theirs, theirs: ours)
  }

  /// The conflict as a sentence: `'badge.pointCount' is 7 here and 9 there`. The sentence may contain user input, so
  /// escape it before printing it to a terminal.
  public var message: String {
    let owner = object.map { "'\($0)'" } ?? "the scene"
    switch subject {
    case .property(let name):
      return "'\(object ?? "").\(name)' is \(Self.words(ours)) here and \(Self.words(theirs)) there"
    case .className: return "the class of \(owner) is \(ours ?? "none") here and \(theirs ?? "none") there"
    case .name: return "the name of \(owner) is \(ours ?? "none") here and \(theirs ?? "none") there"
    case .id: return idMessage
    case .place: return "\(owner) was moved to one place here and to another there"
    case .existence:
      if let parent = base {
        let (remover, inserter) = ours == nil ? ("here", "there") : ("there", "here")
        return "'\(parent)' was removed \(remover), and \(owner) was inserted into it \(inserter)"
      }
      if ours == nil { return "\(owner) was removed here and changed there" }
      return theirs == nil ? "\(owner) was changed here and removed there" : "\(owner) was inserted both here and there"
    case .color(let name):
      return "the colour '\(name)' is \(Self.words(ours)) here and \(Self.words(theirs)) there"
    case .member(let key):
      return "'\(key)' of \(owner) is \(Self.words(ours)) here and \(Self.words(theirs)) there"
    }
  }

  private var idMessage: String {
    let (owner, mine, new) = ("'\(base ?? "")'", "'\(ours ?? "")'", "'\(theirs ?? "")'")
    if ours == base { return "\(owner) was renamed to \(new) there, which another object has here" }
    if theirs == base { return "\(owner) was renamed to \(mine) here, which another object has there" }
    return "\(owner) was renamed to \(mine) here and to \(new) there"
  }

  /// Returns a JSON text on one line, regardless of its formatting in the scene; `not stored` for nil.
  private static func words(_ raw: String?) -> String {
    raw.map { ColumnReader.inOneLine(Array($0.utf8)) } ?? "not stored"
  }
}
