internal import InspectorKit
internal import JSONText

/// A difference between an object and the expectation of a step.
enum ExpectedDifference: Hashable {
  case className(String, found: String)
  /// The object's name differs from the expected one; nil means no name.
  case name(String?, found: String?)
  /// The object's parent differs from the expected one; nil means the top of the scene.
  case parent(String?, found: String?)
  case index(Int, found: Int)
  case children([String], found: [String])
  /// A value is stored that should be absent. The associated value is its JSON text.
  case present([UInt8])
  case absent(expected: String)
  case stored([UInt8], expected: String)
  case effective(PropertyValue?, expected: String)
  /// A property's binding differs from the expected one; nil means that the property is not bound.
  case binding(String?, found: String?)

  /// The rest of the error message after "is expected to".
  var phrase: String {
    switch self {
    case .className(let name, let found): "be a '\(name)', but is a '\(found)'"
    case .name(let name, let found):
      "have \(name.map { "the name '\($0)'" } ?? "no name"), but has \(found.map { "'\($0)'" } ?? "none")"
    case .parent(nil, let found): "be at \(Self.top), but is \(Self.place(in: found))"
    case .parent(let id?, let found): "be in '\(id)', but is \(Self.place(in: found))"
    case .index(let index, let found): "be at index \(index), but is at \(found)"
    case .children(let ids, let found): "hold \(Self.list(ids)), but holds \(Self.list(found))"
    case .present(let found): "be left out, but is \(Self.text(found))"
    case .absent(let json): "be \(json), but is not stored"
    case .stored(let found, let json): "be \(json), but is \(Self.text(found))"
    case .binding(let setting, let found):
      "\(setting.map { "be bound to '\($0)'" } ?? "be bound to no setting"), but is \(found.map { "bound to \($0)" } ?? "not bound")"
    case .effective(let found, let json): "be effectively \(json), but is \(found?.text ?? "unset")"
    }
  }

  private static let top = "the top of the scene"

  private static func place(in parent: String?) -> String { parent.map { "in '\($0)'" } ?? "at \(top)" }

  private static func list(_ ids: [String]) -> String {
    ids.isEmpty ? "nothing" : ids.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static func text(_ raw: [UInt8]) -> String { String(decoding: raw, as: UTF8.self) }
}
