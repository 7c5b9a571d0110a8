public import InspectorKit

/// One thing that a person should know of a value that an edit gave.
public struct EditRemark: Hashable, Sendable {
  /// The fate of the value.
  public enum Kind: Hashable, Sendable {
    /// A component of the class answers another value; nil is unset.
    case overruled(given: PropertyValue?, effective: PropertyValue?)

    /// A colour of the palette was named, and is not any more.
    case paletteName(String)
  }

  /// The object's id.
  public var object: String

  /// The property's declared name.
  public var property: String

  /// The fate of the value.
  public var kind: Kind

  /// The remark as text for people: `volume.value: 50 given, 10 effective`.
  public var text: String {
    let words =
      switch kind {
      case .overruled(let given, let effective):
        "\(given?.text ?? "unset") given, \(effective?.text ?? "unset") effective"
      case .paletteName(let name): ObjectChange.Note.paletteName(name).text
      }
    return "\(object).\(property): \(words)"
  }
}

/// The remarks on the values of an edit: the first few, and how many there are.
public struct EditRemarks: Hashable, Sendable {
  /// The most remarks that are kept.
  public static let most = 3

  /// The first remarks in the order in which the objects were edited.
  public private(set) var first: [EditRemark] = []

  /// The number of values that are not in effect as they were given.
  public private(set) var overruled = 0

  /// The number of properties that no longer name a colour of the palette.
  public private(set) var paletteNames = 0

  /// No remarks.
  public init() {}

  /// Counts a remark, and keeps it if it is one of the first.
  public mutating func add(_ remark: EditRemark) {
    switch remark.kind {
    case .overruled: overruled += 1
    case .paletteName: paletteNames += 1
    }
    if first.count < Self.most { first.append(remark) }
  }

  /// The number of remarks.
  public var count: Int { overruled + paletteNames }
}
