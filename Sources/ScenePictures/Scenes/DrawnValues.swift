package import ComponentModel
package import InspectorKit
internal import JSONText
package import SceneDocument
internal import Selectors

/// The values of an object and its parent that determine the appearance of the object.
package final class DrawnValues {
  /// The effective values, in the order of the class's properties.
  package let values: [PropertyValue?]

  let binding: ClassBinding
  private let model: SceneModel
  private let node: NodeIndex

  /// Returns the values of the parent; nil if the object has no parent, or if the parent's class is unknown.
  private let parent: () -> DrawnValues?

  /// A cache of members of a foreign document by key path. Many children may request the same member of an object with
  /// a long text.
  private var knownMembers: [String: [JSON]] = [:]

  private lazy var state = ConditionState(
    binding: binding, cells: model.stored(node, binding).cells, effective: values, palette: model.palette)

  /// - Parameters:
  ///   - values: the effective values of the object's properties.
  ///   - parent: returns the values of the parent.
  package init(
    _ node: NodeIndex, _ binding: ClassBinding, _ values: [PropertyValue?], in model: SceneModel,
    parent: @escaping () -> DrawnValues?
  ) {
    (self.node, self.binding, self.values, self.model, self.parent) = (node, binding, values, model, parent)
  }

  /// Creates the values of a parent from its stored values and defaults, without building its component; nil if its
  /// class is unknown.
  package convenience init?(storedBy node: NodeIndex, in model: SceneModel) {
    guard let binding = model.binding(of: node),
      let values = model.effective(BuildReply(), cells: model.stored(node, binding).cells, binding)
    else { return nil }
    self.init(node, binding, values, in: model) { nil }
  }

  /// Returns the value of a property of the object or, with the prefix `parent.`, of its parent. Any other name is the
  /// key path of a member of a foreign document.
  func value(_ name: String) -> PropertyValue? {
    if let place = binding.place(of: name) { return values[place] }
    if let name = ParentName.name(in: name) { return parent()?.value(name) }
    return isInProperty(name) ? nil : members(name).first.flatMap(Self.value)
  }

  /// Returns the numbers at a key path of a foreign document, in which `*` stands for each element of an array.
  func numbers(_ name: String) -> [Double] { members(name).compactMap(\.doubleValue) }

  /// Returns true if a name refers to a number in a property's value, such as `frame.width`.
  private func isInProperty(_ name: String) -> Bool {
    name.lastIndex(of: ".").map { binding.place(of: String(name[..<$0])) != nil } ?? false
  }

  private func members(_ name: String) -> [JSON] {
    if let known = knownMembers[name] { return known }
    let found = model.document.foreignMembers(at: name.split(separator: ".").map(String.init), of: node)
    knownMembers[name] = found
    return found
  }

  private static func value(_ json: JSON) -> PropertyValue? {
    switch json {
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    default: nil
    }
  }

  /// Returns true if a condition holds. A comparison with an unknown property of the parent does not hold.
  func holds(_ condition: Condition) -> Bool {
    condition.holds { predicate in
      guard binding.place(of: predicate.property) == nil, let name = ParentName.name(in: predicate.property) else {
        return state.holds(.predicate(predicate))
      }
      var other = predicate
      other.property = name
      return parent()?.holds(.predicate(other)) ?? false
    }
  }

  /// Returns a fact about the object, such as its name; nil if the object lacks it.
  func fact(_ fact: DrawingTemplate.ObjectFact) -> String? {
    let text =
      switch fact {
      case .name: model.document.objectName(node) ?? ""
      case .class: model.document.className(node)
      }
    return text.isEmpty ? nil : text
  }
}
