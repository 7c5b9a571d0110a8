public import InspectorKit

/// A difference between a plugin's former and new description.
public enum DescriptionChange: Hashable, Sendable {
  case name(from: String, to: String)
  case version(from: String, to: String)
  /// A change of the settings that the plugin declares.
  case settings
  /// A change of the transformers that the plugin provides.
  case transformers
  case classAdded(String)
  case classRemoved(String)
  /// A change of a class in anything but its properties, such as in its base, label or help, or in one of its actions.
  case classChanged(String)
  case actionAdded(String, of: String)
  case actionRemoved(String, of: String)
  case propertyAdded(String, of: String)
  case propertyRemoved(String, of: String)
  /// The former name of the property is now one of its aliases.
  case propertyRenamed(from: String, to: String, of: String)
  case retyped(String, of: String, from: PropertyType, to: PropertyType)
  case defaultChanged(String, of: String, from: PropertyValue?, to: PropertyValue?)
  /// A change of a property in anything but its type and default, such as in its range, options, label or conditions.
  case propertyChanged(String, of: String)

  /// Returns the differences between two descriptions in the order of the new description, with removed classes last.
  ///
  /// A change of a property is listed for the class that declares the property, and for each inheriting class that
  /// overrides the default. If the new description lacks the declaring class, the change is listed for every inheriting
  /// class. Extensions are listed like classes.
  package static func changes(from old: PluginDescription, to new: PluginDescription) -> [Self] {
    var changes: [Self] = []
    if old.name != new.name { changes.append(.name(from: old.name, to: new.name)) }
    if old.version != new.version { changes.append(.version(from: old.version, to: new.version)) }
    if old.settings != new.settings { changes.append(.settings) }
    if old.transformers != new.transformers { changes.append(.transformers) }
    let (former, present) = (old.components + old.extensions, new.components + new.extensions)
    for definition in present {
      guard let before = former.first(where: { $0.name == definition.name }) else {
        changes.append(.classAdded(definition.name))
        continue
      }
      changes += Self.changes(from: before, to: definition, among: present)
    }
    let gone = former.filter { before in !present.contains { $0.name == before.name } }
    return changes + gone.map { .classRemoved($0.name) }
  }

  private static func changes(
    from old: ComponentDefinition, to new: ComponentDefinition, among all: [ComponentDefinition]
  ) -> [Self] {
    var changes: [Self] = []
    var (one, other) = (old, new)
    (one.properties, other.properties) = ([], [])
    let (former, present) = (Set(old.actions.map(\.name)), Set(new.actions.map(\.name)))
    one.actions.removeAll { !present.contains($0.name) }
    other.actions.removeAll { !former.contains($0.name) }
    if one != other { changes.append(.classChanged(new.name)) }
    for property in new.properties {
      guard let before = old.properties.first(where: { $0.name == property.name }) else {
        guard property.declaringClass == new.name else { continue }
        let former = formerName(of: property, in: old, besides: new)
        changes.append(
          former.map { .propertyRenamed(from: $0, to: property.name, of: new.name) }
            ?? .propertyAdded(property.name, of: new.name))
        continue
      }
      guard before != property else { continue }
      // A class may override the default of an inherited property, which is a change of its own. Otherwise the property
      // only follows that of the declaring class.
      let declared = all.first { $0.name == property.declaringClass && $0.name != new.name }?.properties
      let followed = declared?.first { $0.name == property.name }
      if followed == nil || followed?.defaultValue != property.defaultValue {
        changes.append(Self.change(from: before, to: property, of: new.name))
      }
    }
    for property in old.properties where property.declaringClass == old.name {
      let isRenamed = changes.contains {
        if case .propertyRenamed(property.name, _, _) = $0 { true } else { false }
      }
      if !isRenamed, !new.properties.contains(where: { $0.name == property.name }) {
        changes.append(.propertyRemoved(property.name, of: new.name))
      }
    }
    // An added or removed action is listed only for the class that declares it.
    for action in new.actions where action.declaringClass == new.name && !former.contains(action.name) {
      changes.append(.actionAdded(action.name, of: new.name))
    }
    for action in old.actions where action.declaringClass == old.name && !present.contains(action.name) {
      changes.append(.actionRemoved(action.name, of: new.name))
    }
    return changes
  }

  /// Returns the former name of a renamed property, which is now one of its aliases; nil if the property was not
  /// renamed.
  private static func formerName(
    of property: PropertyDefinition, in old: ComponentDefinition, besides new: ComponentDefinition
  ) -> String? {
    property.aliases.first { name in
      old.properties.contains { $0.name == name && $0.declaringClass == old.name }
        && !new.properties.contains { $0.name == name }
    }
  }

  private static func change(from old: PropertyDefinition, to new: PropertyDefinition, of name: String) -> Self {
    if old.type != new.type { return .retyped(new.name, of: name, from: old.type, to: new.type) }
    if old.defaultValue != new.defaultValue {
      return .defaultChanged(new.name, of: name, from: old.defaultValue, to: new.defaultValue)
    }
    return .propertyChanged(new.name, of: name)
  }
}

extension DescriptionChange: CustomStringConvertible {
  /// The change in a few words, such as `Gauge.maximum added`.
  public var description: String {
    switch self {
    case .name(let old, let new): "named '\(new)', formerly '\(old)'"
    case .version(let old, let new): "version \(old) → \(new)"
    case .settings: "settings declared differently"
    case .transformers: "transformers declared differently"
    case .classAdded(let name): "\(name) added"
    case .classRemoved(let name): "\(name) removed"
    case .classChanged(let name): "\(name) described differently"
    case .actionAdded(let name, let owner): "action \(owner).\(name) added"
    case .actionRemoved(let name, let owner): "action \(owner).\(name) removed"
    case .propertyAdded(let name, let owner): "\(owner).\(name) added"
    case .propertyRemoved(let name, let owner): "\(owner).\(name) removed"
    case .propertyRenamed(let old, let new, let owner): "\(owner).\(old) renamed to \(new)"
    case .retyped(let name, let owner, let old, let new):
      "\(owner).\(name) \(old.rawValue) → \(new.rawValue)"
    case .defaultChanged(let name, let owner, let old, let new):
      "\(owner).\(name) default \(Self.words(old)) → \(Self.words(new))"
    case .propertyChanged(let name, let owner): "\(owner).\(name) described differently"
    }
  }

  private static func words(_ value: PropertyValue?) -> String {
    guard let value else { return "unset" }
    let text = value.text
    let short = text.count > 40 ? "\(text.prefix(40))…" : text
    // Quotes make an empty text visible and distinguish strings from other types.
    return value.type == .string ? "\"\(short)\"" : short
  }
}

extension [DescriptionChange] {
  /// The first three changes and the number of the others, in parentheses after a space; empty if there are no changes.
  var inParentheses: String {
    let most = 3
    guard !isEmpty else { return "" }
    return
      " (\(prefix(most).map(\.description).joined(separator: ", "))\(count > most ? " and \(count - most) more" : ""))"
  }
}
