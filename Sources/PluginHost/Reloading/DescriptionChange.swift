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
  /// The former name of the class is now one of its aliases.
  case classRenamed(from: String, to: String)
  /// The class no longer has a former name among its aliases.
  case classAliasRemoved(String, of: String)
  case baseChanged(of: String, from: String?, to: String?)
  /// A change of the class that is not listed separately, such as of its label, its help or one of its actions.
  case classChanged(String)
  case actionAdded(String, of: String)
  case actionRemoved(String, of: String)
  case propertyAdded(String, of: String)
  case propertyRemoved(String, of: String)
  /// The former name of the property is now one of its aliases.
  case propertyRenamed(from: String, to: String, of: String)
  /// The property no longer has a former name among its aliases.
  case aliasRemoved(String, from: String, of: String)
  case retyped(String, of: String, from: PropertyType, to: PropertyType)
  case defaultChanged(String, of: String, from: PropertyValue?, to: PropertyValue?)
  case rangeChanged(String, of: String, from: PropertyRange?, to: PropertyRange?)
  case optionAdded(PropertyValue, to: String, of: String)
  /// The value is no longer an option, and is not a former value of an option either.
  case optionRemoved(PropertyValue, from: String, of: String)
  /// The value is now a former value of another option.
  case optionRenamed(PropertyValue, to: PropertyValue, in: String, of: String)
  /// The property now restricts its values to options (`areLimiting` is true), or no longer restricts them.
  case optionsChanged(String, of: String, areLimiting: Bool)
  case optionalChanged(String, of: String, isOptional: Bool)
  case requiredChanged(String, of: String, isRequired: Bool)
  case readOnlyChanged(String, of: String, isReadOnly: Bool)
  /// Documents store the property in the form of a different transformer, or without a transformer.
  case storedFormChanged(String, of: String, from: String?, to: String?)
  /// A change of the property that is not listed separately, such as of its label or conditions.
  case propertyChanged(String, of: String)

  /// Returns the differences between two descriptions in the order of the new description, with removed classes last.
  ///
  /// A change of a property is listed for the class that declares the property, and for each inheriting class that
  /// overrides the default. If the new description lacks the declaring class, the change is listed for every inheriting
  /// class. Extensions are listed like classes.
  ///
  /// ```swift
  /// let changes = DescriptionChange.changes(from: old, to: new)
  /// changes.filter(\.isBreaking).map(\.description)  // ["Line.cap option \"square\" removed"]
  /// ```
  package static func changes(from old: PluginDescription, to new: PluginDescription) -> [Self] {
    var changes: [Self] = []
    if old.name != new.name { changes.append(.name(from: old.name, to: new.name)) }
    if old.version != new.version { changes.append(.version(from: old.version, to: new.version)) }
    if old.settings != new.settings { changes.append(.settings) }
    if old.transformers != new.transformers { changes.append(.transformers) }
    let present = new.components + new.extensions
    let names = renamedClasses(from: old.components, to: new.components)
    let former = (old.components + old.extensions).map { names.isEmpty ? $0 : $0.renamed(names) }
    for definition in present {
      guard let before = former.first(where: { $0.name == definition.name }) else {
        changes.append(.classAdded(definition.name))
        continue
      }
      for (name, new) in names where new == definition.name { changes.append(.classRenamed(from: name, to: new)) }
      changes += ClassChanges(from: before, to: definition, among: present).changes
    }
    let gone = former.filter { before in !present.contains { $0.name == before.name } }
    return changes + gone.map { .classRemoved($0.name) }
  }

  /// Returns the new names of the classes whose former names are now aliases, keyed by the former names.
  private static func renamedClasses(
    from old: [ComponentDefinition], to new: [ComponentDefinition]
  ) -> [String: String] {
    guard new.contains(where: { !$0.aliases.isEmpty }) else { return [:] }
    let (former, present) = (Set(old.map(\.name)), Set(new.map(\.name)))
    var names: [String: String] = [:]
    for definition in new where !former.contains(definition.name) {
      let name = definition.aliases.first { former.contains($0) && !present.contains($0) }
      if let name { names[name] = definition.name }
    }
    return names
  }
}

extension ComponentDefinition {
  /// Returns the definition with the new names of renamed classes, including its base class and the declaring classes
  /// of its members.
  fileprivate func renamed(_ names: [String: String]) -> Self {
    func new(_ name: String) -> String { names[name] ?? name }
    var definition = self
    definition.name = new(name)
    // A label that is derived from the name changes with the name.
    if label == PropertyName.label(for: name) { definition.label = PropertyName.label(for: definition.name) }
    definition.base = base.map(new)
    for place in properties.indices {
      definition.properties[place].declaringClass = new(properties[place].declaringClass)
    }
    for place in actions.indices { definition.actions[place].declaringClass = new(actions[place].declaringClass) }
    return definition
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
    case .classRenamed(let old, let new): "\(old) renamed to \(new)"
    case .classAliasRemoved(let alias, let name): "\(name) no longer called \(alias)"
    case .baseChanged(let name, let old, let new): "\(name) base \(old ?? "none") → \(new ?? "none")"
    case .classChanged(let name): "\(name) described differently"
    case .actionAdded(let name, let owner): "action \(owner).\(name) added"
    case .actionRemoved(let name, let owner): "action \(owner).\(name) removed"
    case .propertyAdded(let name, let owner): "\(owner).\(name) added"
    case .propertyRemoved(let name, let owner): "\(owner).\(name) removed"
    case .propertyRenamed(let old, let new, let owner): "\(owner).\(old) renamed to \(new)"
    case .aliasRemoved(let alias, let name, let owner): "\(owner).\(name) no longer called \(alias)"
    case .retyped(let name, let owner, let old, let new):
      "\(owner).\(name) \(old.rawValue) → \(new.rawValue)"
    case .defaultChanged(let name, let owner, let old, let new):
      "\(owner).\(name) default \(Self.words(old)) → \(Self.words(new))"
    case .rangeChanged(let name, let owner, let old, let new):
      "\(owner).\(name) range \(old?.text ?? "any") → \(new?.text ?? "any")"
    case .optionAdded(let value, let name, let owner): "\(owner).\(name) option \(Self.words(value)) added"
    case .optionRemoved(let value, let name, let owner): "\(owner).\(name) option \(Self.words(value)) removed"
    case .optionRenamed(let old, let new, let name, let owner):
      "\(owner).\(name) option \(Self.words(old)) renamed to \(Self.words(new))"
    case .optionsChanged(let name, let owner, let areLimiting):
      "\(owner).\(name) \(areLimiting ? "limited to options" : "no longer limited to options")"
    case .optionalChanged(let name, let owner, let isOptional):
      "\(owner).\(name) \(isOptional ? "optional" : "no longer optional")"
    case .requiredChanged(let name, let owner, let isRequired):
      "\(owner).\(name) \(isRequired ? "required" : "no longer required")"
    case .readOnlyChanged(let name, let owner, let isReadOnly):
      "\(owner).\(name) \(isReadOnly ? "read-only" : "no longer read-only")"
    case .storedFormChanged(let name, let owner, let old, let new):
      "\(owner).\(name) stored through \(old ?? "nothing") → \(new ?? "nothing")"
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
  /// The first three changes and the number of further changes, in parentheses after a space; empty if there are no
  /// changes.
  var inParentheses: String {
    let most = 3
    guard !isEmpty else { return "" }
    return
      " (\(prefix(most).map(\.description).joined(separator: ", "))\(count > most ? " and \(count - most) more" : ""))"
  }
}

extension DescriptionChange {
  /// True if the new plugin may reject or misinterpret a scene or an edit script that the former plugin accepts. Such a
  /// change requires a new major version of the plugin.
  ///
  /// A changed default is not breaking, since stored values keep their meaning.
  package var isBreaking: Bool {
    switch self {
    case .name, .classRemoved, .classAliasRemoved, .baseChanged, .actionRemoved, .propertyRemoved, .aliasRemoved,
      .optionRemoved, .storedFormChanged:
      true
    // A stored Int is also a Double.
    case .retyped(_, _, let old, let new): old != .int || new != .double
    case .rangeChanged(_, _, let old, let new):
      (new?.minimum ?? -.infinity) > (old?.minimum ?? -.infinity)
        || (new?.maximum ?? .infinity) < (old?.maximum ?? .infinity)
    case .optionsChanged(_, _, let areLimiting): areLimiting
    case .optionalChanged(_, _, let isOptional): !isOptional
    case .requiredChanged(_, _, let isRequired): isRequired
    case .readOnlyChanged(_, _, let isReadOnly): isReadOnly
    case .version, .settings, .transformers, .classAdded, .classRenamed, .classChanged, .actionAdded, .propertyAdded,
      .propertyRenamed, .defaultChanged, .optionAdded, .optionRenamed, .propertyChanged:
      false
    }
  }
}
