public import InspectorKit
internal import JSONText

/// A column of a table of objects: a property, or what every object has, such as its id.
///
/// | written | shows |
/// |---|---|
/// | `id`, `class`, `name`, `parent` | what the document says of the object; `parent` is the id of the one that holds it |
/// | `pointCount`, `Corner Radius`, `frame.x` | the effective value of a property or of a component of one; the stored value where no plugin declares the property |
/// | `stored(alpha)` | the stored value |
/// | `layout.frame`, `starView.layout.frame.x` | where layout puts the object, or a part of it |
public struct FindColumn: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case id, className, name, parent
    case effective(String)
    case stored(String)
  }

  /// The column as it was written.
  public let text: String
  package let kind: Kind

  /// Reads a column; any text is one. A text that is none of the words above is the name of a property.
  public init(_ text: String) {
    self.text = text
    switch text {
    case "id": kind = .id
    case "class": kind = .className
    case "name": kind = .name
    case "parent": kind = .parent
    default:
      let inside = text.begins(with: "stored(") && text.ends(with: ")") ? text.utf8.dropFirst(7).dropLast() : nil
      kind = inside.map { .stored(Substring($0).trimmed) } ?? .effective(text)
    }
  }

  /// True if the column shows the object that holds another, which an outermost object has none of.
  package var isParent: Bool { kind == .parent }

  /// The property that the column shows, or nil.
  package var property: String? {
    switch kind {
    case .effective(let name), .stored(let name): name
    case .id, .className, .name, .parent: nil
    }
  }
}

/// What an object has in a column.
public enum ColumnValue: Hashable, Sendable {
  /// The object has no such property, nothing is stored, or its component failed.
  case absent
  /// Explicitly no value.
  case unset
  case value(PropertyValue)
  /// JSON text as stored, without line breaks, of a value that cannot be read.
  case raw(String)

  init(_ value: PropertyValue?) { self = value.map { .value($0) } ?? .unset }
}

/// An object that a selector means.
public struct FoundObject: Hashable, Sendable {
  /// The object's id.
  public var id: String

  /// The object's class as the scene writes it.
  public var className: String

  /// The object's name, or nil where it has none.
  public var name: String?

  /// A value for each column.
  public var values: [ColumnValue]

  /// The places of the columns that show what is stored, since no plugin declares the property.
  public var undeclared: [Int]

  package init(
    id: String, className: String, name: String? = nil, values: [ColumnValue], undeclared: [Int] = []
  ) {
    self.id = id
    self.className = className
    self.name = name
    self.values = values
    self.undeclared = undeclared
  }
}

/// How a search of a scene ended.
public struct FindResult: Sendable {
  /// How many objects the selector matches, including those that a limit left out.
  public var count = 0

  /// Objects whose component failed, so that columns of theirs are empty, or it is not known whether they are meant.
  public var diagnostics: [Diagnostic] = []

  /// Columns that show what is stored of some objects, since no plugin declares the property for them.
  public var unknownColumns: [FindColumn] = []

  /// Whether there is an object of which it is not known whether it is meant, for one of these reasons.
  public var isUndecided = false

  /// Alternatives of the selector that name what neither the scene nor a plugin has, and so match nothing.
  public var leftOut: [EditError] = []

  package init(
    count: Int = 0, diagnostics: [Diagnostic] = [], unknownColumns: [FindColumn] = [], isUndecided: Bool = false,
    leftOut: [EditError] = []
  ) {
    self.count = count
    self.diagnostics = diagnostics
    self.unknownColumns = unknownColumns
    self.isUndecided = isUndecided
    self.leftOut = leftOut
  }
}
