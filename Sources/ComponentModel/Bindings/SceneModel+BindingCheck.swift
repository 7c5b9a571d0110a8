internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns the problems of an object's bindings, even if the object's class is unknown.
  package func bindingFindings(of node: NodeIndex, strict: Bool) -> [Diagnostic] {
    // Inherited values in a foreign document are checked at the objects that store them.
    guard document.hasBindings(node), document.foreignFormat == nil else { return [] }
    var check = BindingCheck(self, node, strict: strict)
    document.forEachBindingsText(of: node) { text, source, offset, _ in
      check.look(at: BindingList(Array(text)), source, offset)
    }
    if let binding = binding(of: node) { for bound in bindings(of: node, binding) { check.look(at: bound, binding) } }
    return check.found
  }

  /// Returns warnings about bound properties that are deprecated or have no effect.
  func boundFindings(_ built: BuiltObject, _ stored: StoredAttributes, _ conditions: ConditionState) -> [Diagnostic] {
    stored.bound.values.sorted { $0.place < $1.place }.flatMap { bound in
      let property = built.binding.definition.properties[bound.place]
      let place = FindingPlace(document.id(built.node), property.name)
      var found = conditions.notes(bound.place).map { note in
        diagnostic(
          ObjectFinding.boundInactive(place, note), .warning, built.node, property: property.name, naming: .inReason)
      }
      if let reason = property.deprecated {
        let finding = ObjectFinding.deprecated(property.name, reason: reason)
        found.append(diagnostic(finding, .warning, built.node, property: property.name))
      }
      return found
    }
  }
}

/// A check of the bindings of one object.
private struct BindingCheck {
  private(set) var found: [Diagnostic] = []

  private let model: SceneModel
  private let node: NodeIndex

  /// True to report unknown properties as errors instead of warnings.
  private let isStrict: Bool

  init(_ model: SceneModel, _ node: NodeIndex, strict: Bool) {
    (self.model, self.node, isStrict) = (model, node, strict)
  }

  /// Adds the problems of the bindings that one document stores.
  mutating func look(at list: BindingList, _ source: TextDocument, _ offset: Int) {
    if let problem = list.problem { add(problem, .error, source, offset, nil) }
    let binding = model.binding(of: node)
    var known: [Int: (name: String, rank: Int)] = [:]
    for entry in list.entries {
      let (name, place) = (entry.property, offset + entry.offset)
      if let problem = entry.problem {
        add(problem, .error, source, place, name)
      } else if let binding, let key = binding.key(named: name) {
        let other = known[key.place]
        if let other {
          let first = other.rank < key.rank ? other.name : name
          add(.twice(FindingPlace(model.document.id(node), name), first: first), .warning, source, place, name)
        }
        if other.map({ key.rank < $0.rank }) ?? true { known[key.place] = (name, key.rank) }
      } else if let binding {
        let finding = model.unbindable(name, binding)
        add(finding, finding.code == .unknownProperty && !isStrict ? .warning : .error, source, place, name)
      }
    }
  }

  /// Adds the problems of the value that a binding provides.
  mutating func look(at bound: BoundProperty, _ binding: ClassBinding) {
    let name = binding.definition.properties[bound.place].name
    let place = FindingPlace(model.document.id(node), name)
    func add(_ finding: BindingFinding, _ severity: Diagnostic.Severity, to check: inout Self) {
      check.add(finding, severity, bound.source, bound.offset, name)
    }
    if let key = bound.hiddenBy {
      if let problem = bound.problem, problem.code == .bindingInvalid { add(problem, .error, to: &self) }
      if bound.isHiddenHere { add(.hidden(place, setting: bound.key, key: key), .warning, to: &self) }
    } else if let problem = bound.problem {
      // Whether a setting has a value depends on the user, and not on the scene.
      add(problem, problem.code == .bindingUnset ? .warning : .error, to: &self)
    } else if let setting = bound.setting, setting.isPersonal {
      add(.personal(place, setting: bound.key, place: setting.place), .warning, to: &self)
    }
  }

  private mutating func add(
    _ finding: BindingFinding, _ severity: Diagnostic.Severity, _ source: TextDocument, _ offset: Int, _ name: String?
  ) {
    var diagnostic = Diagnostic(source.error(finding, at: offset), severity: severity)
    (diagnostic.object, diagnostic.className) = (model.document.id(node), model.document.className(node))
    (diagnostic.property, diagnostic.naming) = (name, .inReason)
    found.append(diagnostic)
  }
}
