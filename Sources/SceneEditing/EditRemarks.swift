public import InspectorKit

/// One thing that a person should know of a value that an edit gave.
public struct EditRemark: Hashable, Sendable {
  /// What became of the value.
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

  /// How many values are not in effect as they were given.
  public private(set) var overruled = 0

  /// How many properties named a colour of the palette before, and do not any more.
  public private(set) var paletteNames = 0

  public init() {}

  /// Counts a remark, and keeps it if it is one of the first.
  public mutating func add(_ remark: EditRemark) {
    switch remark.kind {
    case .overruled: overruled += 1
    case .paletteName: paletteNames += 1
    }
    if first.count < Self.most { first.append(remark) }
  }

  /// How many remarks there are.
  public var count: Int { overruled + paletteNames }
}
