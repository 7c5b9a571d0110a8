internal import JSONText
internal import SceneDocument

/// A node in a tree of rules for the members of an object, by key path. It has the rules for one key path, which
/// combine those of the object's kind and class.
///
/// A walk over an object follows the rules key by key, so that each member of the object is looked up once.
final class FormatPaths: Sendable {
  private let members: KeyTable<FormatPaths>

  let property: FormatProperty?

  /// The composed property to whose value the member belongs; nil if there is none.
  let composed: Composed?

  /// The properties with values further down the key path, sorted by name.
  private let inner: [FormatProperty]

  /// True if any direct member belongs to a composed property.
  private let holdsComposed: Bool

  /// The names of the properties with values further down the key path.
  var innerNames: [String] { inner.map(\.name) }

  private let isStructure: Bool
  let isOpaque: Bool
  private let children: ChildRule?

  /// The index of the child rule for the key path; nil if there are no children at the key path.
  private let childNumber: Int?

  /// True if there may be children further down the key path.
  private let leadsToChildren: Bool
  let list: ListRule?
  let isReadOnlyItself: Bool

  /// The key prefixes of read-only members.
  private let readOnlyBeginnings: [String]

  /// A property whose value is composed of several members.
  struct Composed: Sendable {
    var property: FormatProperty

    /// True if one of the members belongs to the structure, or is never read.
    var isHidden: Bool
    var isReadOnly: Bool
  }

  /// Creates the rules for the objects of a kind and a class.
  convenience init(_ kind: FormatKind, _ description: FormatClass?) {
    var draft = Draft()
    for path in kind.hidden { draft.change(path) { $0.isHidden = true } }
    for path in kind.opaque { draft.change(path) { $0.isOpaque = true } }
    for path in kind.readOnly { draft.change(path) { $0.isReadOnly = true } }
    for path in kind.readOnlyBeginnings {
      draft.change(path.dropLast()) { $0.readOnlyBeginnings += path.suffix(1) }
    }
    // Of several rules for a place, the first one applies.
    for (number, rule) in kind.children.enumerated().reversed() {
      draft.change(rule.path) { ($0.children, $0.childNumber) = (rule, number) }
    }
    for rule in kind.lists.reversed() { draft.change(rule.path) { $0.list = rule } }
    for (path, property) in description?.properties ?? [:] { draft.change(path) { $0.property = property } }
    for (path, property) in description?.composed ?? [:] {
      let isHidden = property.parts.contains { part in
        part.indices.contains { kind.hidden.contains(Array(part[...$0])) || kind.opaque.contains(Array(part[...$0])) }
      }
      let isReadOnly = property.isReadOnly || property.parts.contains(where: kind.isReadOnly)
      draft.change(path) {
        $0.composed = Composed(property: property, isHidden: isHidden, isReadOnly: isReadOnly)
      }
    }
    self.init(draft)
  }

  private init(_ draft: Draft) {
    members = KeyTable(draft.members.map { ($0.key, FormatPaths($0.value)) })
    childNumber = draft.childNumber
    leadsToChildren = members.values.contains { $0.childNumber != nil || $0.leadsToChildren }
    holdsComposed = members.values.contains { $0.composed != nil }
    let found = members.values.flatMap { $0.inner + [$0.property, $0.composed?.property].compactMap(\.self) }
    inner = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }).values.sorted {
      $0.name < $1.name
    }
    (property, composed, children, list) = (draft.property, draft.composed, draft.children, draft.list)
    (isStructure, isOpaque, isReadOnlyItself) = (draft.isHidden, draft.isOpaque, draft.isReadOnly)
    readOnlyBeginnings = draft.readOnlyBeginnings
  }

  /// A mutable node, used while the rules are collected.
  private struct Draft {
    var members: [String: Draft] = [:]
    var property: FormatProperty?
    var composed: Composed?
    var (isHidden, isOpaque, isReadOnly) = (false, false, false)
    var children: ChildRule?
    var childNumber: Int?
    var list: ListRule?
    var readOnlyBeginnings: [String] = []

    mutating func change(_ path: some Collection<String>, _ body: (inout Draft) -> Void) {
      guard let key = path.first else { return body(&self) }
      members[key, default: Draft()].change(path.dropFirst(), body)
    }
  }

  /// Returns the rules for a member; nil if there are none.
  subscript(_ key: String) -> FormatPaths? { members[key] }

  /// Returns the rules for a member by its raw key, the JSON text between the quotes; nil if there are none.
  func member(_ raw: UnsafeRawBufferPointer) -> FormatPaths? { members.value(ofRaw: raw) }

  /// Returns the rules for a key path; nil if there are none.
  func rules(at path: some Sequence<String>) -> FormatPaths? {
    var rules: FormatPaths? = self
    for key in path { rules = rules?[key] }
    return rules
  }

  /// Returns the values that may contain children of an object, with the indices of their rules, in the order of the
  /// rules.
  func childValues(in object: TextValue) -> [(number: Int, value: TextValue)] {
    var found: [(number: Int, value: TextValue)] = []
    findChildValues(in: object, &found)
    return found.count < 2 ? found : found.sorted { $0.number < $1.number }
  }

  private func findChildValues(in container: TextValue, _ found: inout [(number: Int, value: TextValue)]) {
    guard leadsToChildren else { return }
    func take(_ value: TextValue, _ rules: FormatPaths?) {
      guard let rules else { return }
      // Of members with the same key, the first one counts.
      if let number = rules.childNumber, !found.contains(where: { $0.number == number }) {
        found.append((number, value))
      }
      rules.findChildValues(in: value, &found)
    }
    if container.kind == .array {
      for (number, element) in container.elements.enumerated() { take(element, members["\(number)"]) }
    } else {
      container.forEachMember { key, _, value in
        take(value, members.value(ofRaw: key))
        return true
      }
    }
  }

  /// Returns true if a value at the key path belongs to the structure instead of the attributes.
  func isHidden(_ value: TextValue) -> Bool {
    isStructure || children.map { !$0.orValue || $0.holdsObjects(value) } == true
  }

  /// Returns true if a value takes the place of an object that should contain members of a composed property or a
  /// source. Null is allowed if all properties in that object are optional. At any other key path, a value may have a
  /// form that the format does not describe.
  func isBlocked(by value: TextValue, isSource: Bool = false) -> Bool {
    guard isSource || holdsComposed, !inner.isEmpty, property == nil, list == nil, children == nil else { return false }
    switch value.kind {
    case .object: return false
    case .array: return members.keys.allSatisfy { Int($0) == nil }
    case .null: return !inner.allSatisfy(\.isOptional)
    default: return true
    }
  }

  /// Returns true if the key begins with a prefix of read-only members.
  func isReadOnlyByBeginning(_ key: @autoclosure () -> String) -> Bool {
    if readOnlyBeginnings.isEmpty { return false }
    let key = key()
    return readOnlyBeginnings.contains { key.begins(with: $0) }
  }
}
