internal import InspectorKit
internal import JSONText
internal import Selectors
internal import WorkbenchSupport

/// An audit of a description for likely mistakes: unknown members, and names that nothing defines.
///
/// Names are looked up in all installed plugins. The findings never keep a plugin from being loaded.
package struct DescriptionAudit {
  package private(set) var findings: [DescriptionFinding] = []
  private let plugin: InstalledPlugin
  private let registry: ComponentRegistry

  /// Audits the description of a plugin.
  ///
  /// - Parameter others: the other installed plugins, whose names the description may use. Those with the same file
  ///   name are ignored.
  package init(of plugin: InstalledPlugin, beside others: [InstalledPlugin]) {
    let file = plugin.path.flatMap { PluginSearch.name(ofFile: $0) }
    let rest = others.filter { other in
      other !== plugin && (file == nil || other.path.flatMap { PluginSearch.name(ofFile: $0) } != file)
    }
    self.plugin = plugin
    registry = ComponentRegistry([plugin] + rest)
    guard let description = plugin.description else { return }
    checkMembers()
    checkLists(description)
    for definition in description.components { check(definition) }
    for definition in description.extensions { checkExtension(definition) }
  }

  // MARK: members

  private mutating func checkMembers() {
    let file = plugin.isData ? plugin.path.flatMap { FileText.read($0) } : nil
    let text = file ?? Array(plugin.described?.text ?? [])
    for member in DescriptionMembers(text).unknown {
      findings.append(.unknownMember(member, place: file?.place(ofByte: member.offset)))
    }
  }

  // MARK: classes

  /// Reports each component class that the plugin contains but does not list, unless the class is used as a base class
  /// or as a part.
  private mutating func checkLists(_ description: PluginDescription) {
    let listed = description.components + description.extensions
    let known = Set(
      (listed + description.bases).flatMap { definition in
        [definition.name] + definition.parts.map(\.className) + definition.properties.map(\.declaringClass)
          + (definition.base.map { [$0] } ?? [])
      })
    let leftOut = Set(plugin.leftOut.map(\.className))
    for name in description.unlisted where !known.contains(name) { findings.append(.unlisted(name, isSwift: false)) }
    guard !plugin.isData, let path = plugin.path else { return }
    for name in ComponentSymbols(ofFile: path).classes where !known.contains(name) && !leftOut.contains(name) {
      findings.append(.unlisted(name, isSwift: true))
    }
  }

  private mutating func check(_ definition: ComponentDefinition) {
    let name = definition.name
    guard checkBase(of: definition), let entry = registry.entry(of: name, in: plugin) else { return }
    let whole = registry.composed(entry).definition
    // Rules within the description itself were checked when it was read.
    if plugin.isData, definition.base != nil { checkInherited(definition, whole) }
    checkActions(definition.actions.filter { $0.declaringClass == name }, of: name, whole)
    checkDrawing(definition, whole)
    checkPlacement(definition, whole)
    checkReferences(definition)
  }

  /// Reports each property with a `references` class that no description contains.
  private mutating func checkReferences(_ definition: ComponentDefinition) {
    for property in definition.properties where property.declaringClass == definition.name {
      guard let wanted = property.references, wanted != "*",
        registry.registeredBase(of: plugin, wanted) == nil, registry.listedBase(of: plugin, wanted) == nil
      else { continue }
      let near = DidYouMean.suggestion(for: wanted, among: registry.classNames)
      findings.append(.unknownTargetOfReference(wanted, of: definition.name, property: property.name, suggestion: near))
    }
  }

  /// Reports a base class that no description contains. Returns false in this case, since the inherited members are
  /// unknown; returns true otherwise.
  private mutating func checkBase(of definition: ComponentDefinition) -> Bool {
    guard let base = definition.base, registry.registeredBase(of: plugin, base) == nil,
      registry.listedBase(of: plugin, base) == nil
    else { return true }
    let suggestion = DidYouMean.suggestion(for: base, among: registry.classNames)
    findings.append(.unknownBase(base, of: definition.name, suggestion: suggestion))
    return false
  }

  /// Checks a class without code, whose title, presets, conditions and dependencies may refer to inherited properties.
  /// Also reports inherited properties that the class declares again.
  private mutating func checkInherited(_ definition: ComponentDefinition, _ whole: ComponentDefinition) {
    var composed = whole
    (composed.base, composed.extends) = (nil, nil)
    (composed.drawing, composed.placement) = (definition.drawing, definition.placement)
    composed.actions = definition.actions
    checkConditions(of: composed, definition)
    for problem in definition.faceProblems(among: whole.properties) {
      findings.append(.face(problem.description, of: definition.name))
    }
    for property in definition.properties {
      if property.declaringClass == definition.name,
        let inherited = whole.properties.first(where: { $0.name == property.name }),
        inherited.declaringClass != definition.name
      {
        findings.append(.redeclared(property.name, of: definition.name, base: inherited.declaringClass))
      }
      for name in property.dependsOn + property.affectedBy where !Self.has(whole, name) {
        let near = Self.near(name, whole)
        findings.append(.unknownDependency(name, of: definition.name, property: property.name, suggestion: near))
      }
    }
  }

  private mutating func checkConditions(of composed: ComponentDefinition, _ definition: ComponentDefinition) {
    let description = PluginDescription(name: plugin.name, version: "", components: [composed])
    for words in description.conditionProblems() {
      findings.append(.condition(words, of: definition.name))
    }
  }

  private mutating func checkDrawing(_ definition: ComponentDefinition, _ whole: ComponentDefinition) {
    guard let text = definition.drawing, let json = try? JSON.parse(Array(text.utf8)),
      let template = try? DrawingTemplate(json)
    else { return }
    var seen: Set<DrawingTemplate.Reference> = []
    for reference in template.references where seen.insert(reference).inserted {
      let name = reference.name
      if reference.isInNumber && DrawingTemplate.sizeNames.contains(name) || ParentName.name(in: name) != nil {
        continue
      }
      guard Self.has(whole, name) else {
        let others = reference.isInNumber ? DrawingTemplate.sizeNames : []
        findings.append(.unknownDrawn(name, of: definition.name, suggestion: Self.near(name, whole, others)))
        continue
      }
      guard let property = whole.properties.first(where: { $0.isCalled(name) }) else { continue }
      let values = property.type == .bool ? ["true", "false"] : property.options.map(\.value.text)
      for value in reference.mapped where !values.isEmpty && !values.contains(value) {
        let near = DidYouMean.suggestion(for: value, among: values)
        findings.append(.unknownOption(value, of: definition.name, property: name, suggestion: near))
      }
    }
  }

  /// Reports each name in a class's placement that is not one of its properties.
  private mutating func checkPlacement(_ definition: ComponentDefinition, _ whole: ComponentDefinition) {
    guard let text = definition.placement, let json = try? JSON.parse(Array(text.utf8)),
      let template = try? PlacementTemplate(json)
    else { return }
    for name in template.names.sorted() where ParentName.name(in: name) == nil && !Self.has(whole, name) {
      findings.append(.unknownPlaced(name, of: definition.name, suggestion: Self.near(name, whole)))
    }
  }

  // MARK: extensions

  private mutating func checkExtension(_ definition: ComponentDefinition) {
    guard let target = definition.extends else { return }
    guard let entry = registry.registeredBase(of: plugin, target) else {
      if registry.listedBase(of: plugin, target) == nil {
        let suggestion = DidYouMean.suggestion(for: target, among: registry.classNames)
        findings.append(.unknownTarget(target, of: definition.name, suggestion: suggestion))
      }
      return
    }
    var whole = registry.composed(entry).definition
    for property in definition.properties {
      guard let keyPath = property.aliasOf else { continue }
      guard let found = whole.properties.first(where: { $0.name.isExactly(keyPath) }) else {
        findings.append(
          .unknownKeyPath(
            keyPath, of: definition.name, property: property.name, target: target,
            suggestion: DidYouMean.suggestion(for: keyPath, among: whole.properties.map(\.name))))
        continue
      }
      guard found.type != property.type || found.isOptional != property.isOptional else { continue }
      findings.append(
        .otherType(property, of: definition.name, target: target, type: found.type, isOptional: found.isOptional))
    }
    // The composed class lacks the extension's properties if an alias is wrong, so they are added here.
    whole.properties += definition.properties.filter { own in !whole.properties.contains { $0.name == own.name } }
    var composed = definition
    (composed.extends, composed.properties) = (nil, whole.properties)
    checkConditions(of: composed, definition)
    checkActions(definition.actions, of: target, whole)
  }

  /// Reports each property that an action sets although its class has no such property.
  private mutating func checkActions(_ actions: [ActionDefinition], of name: String, _ whole: ComponentDefinition) {
    for action in actions {
      for set in action.sets where !Self.has(whole, set.property) {
        let near = Self.near(set.property, whole)
        findings.append(.unknownSetting(set.property, of: name, action: action.name, suggestion: near))
      }
    }
  }

  // MARK: names

  /// Returns true if the class has a property of this name, or if the name is a path to a component of a property, such
  /// as `frame.x`.
  private static func has(_ definition: ComponentDefinition, _ name: String) -> Bool {
    if definition.properties.contains(where: { $0.isCalled(name) }) { return true }
    guard let dot = name.lastIndex(of: "."),
      let owner = definition.properties.first(where: { $0.isCalled(String(name[..<dot])) })
    else { return false }
    return PropertyPath("\(owner.name)\(name[dot...])", of: definition) != nil
  }

  private static func near(_ name: String, _ definition: ComponentDefinition, _ others: [String] = []) -> String? {
    DidYouMean.suggestion(for: name, among: definition.properties.map(\.name) + others)
  }
}

extension PropertyDefinition {
  /// Returns true if the text is the property's name or one of its other keys.
  fileprivate func isCalled(_ text: String) -> Bool {
    name.isExactly(text) || otherKeys.contains { $0.isExactly(text) }
  }
}
