public import ComponentModel
public import InspectorKit
internal import JSONText
package import SceneDocument

/// A column in a table of objects: a property, or a member of every object, such as its id.
///
/// | written | shows |
/// |---|---|
/// | `id`, `class`, `name`, `parent` | the object's id, class or name, or its parent's id, as stored in the document |
/// | `pointCount`, `Corner Radius`, `frame.x` | the effective value, or the stored one if no plugin declares it |
/// | `stored(alpha)` | the stored value |
/// | `layout.frame`, `starView.layout.frame.x` | the frame of the object, or of a part of it, after layout |
public struct FindColumn: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case id, className, name, parent
    case effective(String)
    case stored(String)
  }

  /// The text from which the column was created, such as `stored(alpha)`.
  public let text: String
  package let kind: Kind

  /// True if a property that is unknown in the scene leaves the column empty, instead of being an error.
  package var mayBeUnknown = false

  /// Creates a column from its text, such as `id` or `stored(alpha)`. Any text without a special meaning is read as the
  /// name of a property.
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

  /// Creates a column from a name in an arrangement. The column may be empty, since some objects may lack the property.
  package init(arranged name: String) {
    self.init(name)
    mayBeUnknown = true
  }

  /// True if the column shows the object's parent, which a root object lacks.
  package var isParent: Bool { kind == .parent }

  /// The property that the column shows; nil for a member such as `id`.
  package var property: String? {
    switch kind {
    case .effective(let name), .stored(let name): name
    case .id, .className, .name, .parent: nil
    }
  }
}

/// An object's value in a column.
public enum ColumnValue: Hashable, Sendable {
  /// The object has no such property or stores no value for it, or its component failed.
  case absent
  /// The value is null: stored as `null`, or nil in effect, for example by default.
  case unset
  case value(PropertyValue)
  /// The stored JSON text, without line breaks, of a value that cannot be read.
  case raw(String)

  init(_ value: PropertyValue?) { self = value.map { .value($0) } ?? .unset }
}

/// An object that a selector matches.
public struct FoundObject: Hashable, Sendable {
  /// The object's id.
  public var id: String

  /// The object's class as the scene writes it.
  public var className: String

  /// The object's name; nil if it has none.
  public var name: String?

  /// The object's title, which is its name or a text that it stores; nil if it has none, or if the search did not read
  /// titles.
  public var title: ObjectTitle?

  /// The position of the object's `{` in the document's text; nil unless it was requested.
  package var position: SourcePosition?

  /// The object's values, one for each column.
  public var values: [ColumnValue]

  /// The indices of the columns that show a stored value because no plugin declares the property.
  public var undeclared: [Int]

  package init(
    id: String, className: String, name: String? = nil, title: ObjectTitle? = nil,
    position: SourcePosition? = nil, values: [ColumnValue], undeclared: [Int] = []
  ) {
    self.id = id
    self.className = className
    self.name = name
    self.title = title
    self.position = position
    self.values = values
    self.undeclared = undeclared
  }
}

/// The summary of a finished search of a scene.
public struct FindResult: Sendable {
  /// The number of objects that the selector matches, including those that a limit left out.
  public var count = 0

  /// The diagnostics of objects whose component failed. The columns of these objects are empty, or their match is
  /// undecided.
  public var diagnostics: [Diagnostic] = []

  /// The columns that show the stored value of at least one object because no plugin declares the property of this
  /// object. Runtime attributes do not count, since they declare their own types.
  public var unknownColumns: [FindColumn] = []

  /// True if a failed component leaves it undecided whether some object matches.
  public var isUndecided = false

  /// The errors for alternatives of the selector with names that neither the scene nor a plugin has. Such alternatives
  /// match nothing.
  public var leftOut: [Diagnostic] = []

  /// A selector that the user may have meant, if the selector matches nothing; nil if there is none.
  public var suggestion: String?

  package init(count: Int, isUndecided: Bool, leftOut: [Diagnostic]) {
    (self.count, self.isUndecided, self.leftOut) = (count, isUndecided, leftOut)
  }
}
