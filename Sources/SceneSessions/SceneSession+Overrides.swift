import InspectorKit
internal import JSONText
internal import SceneDocument

/// A value in a scene that overrides a value of a template.
///
/// ```swift
/// try session.overrides().map { "\($0.object).\($0.property)" }  // ["cancel/title.text"]
/// ```
public struct SceneOverride: Hashable, Sendable {
  /// The id of the object in the scene.
  public var object: String

  /// The key under which the scene stores the value.
  public var property: String

  /// The value as JSON text.
  public var value: String

  /// The value without the override as JSON text; nil if no template stores one.
  public var inherited: String?

  /// The path of the template's document; nil if the template does not contain the object, so that the override has no
  /// effect.
  public var template: String?
}

extension SceneSession {
  /// Returns the overrides of the scene: first in document order, then overrides whose object does not exist.
  ///
  /// - Parameter word: an object, to return only its overrides and those of the objects inside it, or `ID.PROPERTY`, to
  ///   return only one; nil for all.
  /// - Throws: an error if the scene has no such object, or if the object has no such property.
  public func overrides(in word: String? = nil) throws(Diagnostic) -> [SceneOverride] {
    try asking { model throws(Diagnostic) in
      let document = model.document
      let dead = document.unreachedOverrides.flatMap { object, values in
        values.map { SceneOverride(object: object, property: $0.key, value: $0.value) }
      }
      guard let word else { return document.objects.flatMap { SceneOverride.all(of: $0, in: document) } + dead }
      if let node = document.node(typed: word) {
        let prefix = document.id(node) + "/"
        return (node..<document.afterSubtree(node)).flatMap { SceneOverride.all(of: $0, in: document) }
          + dead.filter { $0.object.begins(with: prefix) }
      }
      let id = word.first == "#" ? String(word.dropFirst()) : word
      let named = dead.filter { id.isExactly($0.object) || id.isExactly($0.name) }
      if !named.isEmpty { return named }
      let (node, name) = try Self.split(word, in: model)
      // Throws if the object has no such property.
      _ = try model.property(name, of: node, isStored: true)
      let key = model.binding(of: node).flatMap { binding in
        PropertyPath(name, of: binding).map { model.storedKey(node, binding, at: $0.place) }
      }
      return SceneOverride.all(of: node, in: document).filter { $0.property.isExactly(key ?? name) }
    }
  }

  /// Returns the overrides that a command names. Overrides of a placeholder's own `frame` and `position` are left out
  /// unless the word names that property.
  ///
  /// - Parameters:
  ///   - words: objects or `ID.PROPERTY`.
  ///   - reached: true to leave out overrides whose object does not exist.
  /// - Throws: an error if a word matches no override, or if an assignment to an override's key would be stored under a
  ///   different key.
  package func overrides(
    named words: [String], onlyReached reached: Bool = false
  ) throws(Diagnostic) -> [SceneOverride] {
    var found: Set<SceneOverride> = []
    var list: [SceneOverride] = []
    for word in words {
      let all = try overrides(in: word).filter { !reached || $0.template != nil }
      let named = withModel { model in
        let document = model.document
        guard document.node(typed: word) != nil else { return all }
        return all.filter { override in
          guard ["frame", "position"].contains(override.property) else { return true }
          return document.node(id: override.object).map(document.isInner) ?? true
        }
      }
      guard !named.isEmpty else {
        throw Diagnostic(SessionRefusal.noOverrides(of: word, place: all.first.map(\.name)))
      }
      for override in named where found.insert(override).inserted {
        try checkKey(of: override)
        list.append(override)
      }
    }
    return list
  }

  /// Throws an error if an assignment to the key of an override would be stored under a different key.
  private func checkKey(of override: SceneOverride) throws(Diagnostic) {
    try withModel { model throws(Diagnostic) in
      guard let node = model.document.node(id: override.object), let binding = model.binding(of: node),
        let place = binding.place(ofTyped: override.property),
        !model.storedKey(node, binding, at: place).isExactly(override.property)
      else { return }
      throw Diagnostic(SessionRefusal.otherKey(override.name, key: model.storedKey(node, binding, at: place)))
    }
  }

  /// Returns the steps that remove the given overrides. Overrides that the scene no longer has are skipped.
  package func reverting(_ overrides: [SceneOverride]) throws(Diagnostic) -> [EditStep] {
    let present = Set(try self.overrides().map { "\($0.name)=\($0.value)" }.map { ExactText($0) })
    return overrides.filter { present.contains(ExactText("\($0.name)=\($0.value)")) }.map(\.revert)
  }

  /// Returns the edits that store overrides in the templates, as steps for the path of each template's document. Throws
  /// an error if two overrides assign different values to the same value of a template.
  package func applying(
    _ overrides: [SceneOverride]
  ) throws(Diagnostic) -> [(file: String, steps: [EditStep])] {
    try asking { model throws(Diagnostic) in
      var edits: [(file: String, steps: [EditStep])] = []
      var values: [ExactText: SceneOverride] = [:]
      for override in overrides {
        guard let file = override.template, let node = model.document.node(id: override.object),
          let id = model.document.templateID(of: node)
        else { continue }
        let place = "\(file)#\(id).\(override.property)"
        if let other = values[ExactText(place)] {
          guard other.value.isExactly(override.value) else {
            throw Diagnostic(SessionRefusal.differentOverrides(override.name, other.name, of: place))
          }
          continue
        }
        values[ExactText(place)] = override
        let operation = try Self.operation(storing: override, node, in: model)
        let step = EditStep.set(Selector(ids: [id]), [Assignment(override.property, operation)])
        if let index = edits.firstIndex(where: { $0.file.isExactly(file) }) {
          edits[index].steps.append(step)
        } else {
          edits.append((file, [step]))
        }
      }
      return edits
    }
  }
}

extension SceneSession {
  /// Returns the edits that perform `set` steps in the templates of the selected objects, as steps for the path of each
  /// document. The edits change the outermost template that stores the value, or else the document that defines the
  /// object. Objects without a template are left out.
  ///
  /// - Throws: an error if no step selects an object of a template, or if the scene itself overrides a value.
  package func inTemplates(_ steps: [EditStep]) throws(Diagnostic) -> [(file: String, steps: [EditStep])] {
    try asking { model throws(Diagnostic) in
      var edits: [(file: String, steps: [EditStep])] = []
      var made: [String: Set<EditStep>] = [:]
      for step in steps {
        guard let (selector, assignments) = step.setting else { throw Diagnostic(SessionRefusal.noTemplateStep) }
        let nodes = try Selection(model, selector, unknownNames: .refused).decidedNodes()
        let ofTemplates = nodes.filter { model.document.templatePath(of: $0) != nil }
        guard !ofTemplates.isEmpty else { throw Diagnostic(SessionRefusal.noTemplateObject(selector.text)) }
        for node in ofTemplates {
          for assignment in assignments {
            let path = model.binding(of: node).flatMap { binding in
              PropertyPath(assignment.name, of: binding).map { model.storedKey(node, binding, at: $0.place) }
            }
            let isReplaced = path == nil && model.document.replacesRuntimeAttributes(of: node)
            guard !isReplaced, let place = model.document.templatePlace(of: path ?? assignment.name, of: node) else {
              let name = "\(model.document.id(node)).\(assignment.name)"
              throw Diagnostic(SessionRefusal.overriddenHere(name))
            }
            let step = EditStep.set(Selector(ids: [place.id]), [assignment])
            guard made[place.file, default: []].insert(step).inserted else { continue }
            if let index = edits.firstIndex(where: { $0.file.isExactly(place.file) }) {
              edits[index].steps.append(step)
            } else {
              edits.append((place.file, [step]))
            }
          }
        }
      }
      return edits
    }
  }
}

extension SceneSession {
  /// Returns the operation that stores an override in the template's document, in the form of the template's value.
  private static func operation(
    storing override: SceneOverride, _ node: NodeIndex, in model: SceneModel
  ) throws(Diagnostic) -> Assignment.Operation {
    if let binding = model.binding(of: node), let key = binding.key(named: override.property),
      binding.hasSeveralForms(key.place),
      case .value(let value)? = try? model.reader.read(Array(override.value.utf8), as: binding.property(of: key))
    {
      return value.map { .json($0.json.text()) } ?? .unset
    }
    return .exact(try value(of: override, node, in: model))
  }

  /// Returns the value of an override for the template's document, with the id of a referenced object converted to its
  /// id in that document. Throws an error if the template does not contain that object.
  private static func value(
    of override: SceneOverride, _ node: NodeIndex, in model: SceneModel
  ) throws(Diagnostic) -> String {
    let document = model.document
    guard
      let reference = model.references(of: node).first(where: { reference in
        model.binding(of: node).map { model.storedKey(node, $0, at: reference.place) }?.isExactly(override.property)
          == true
      }), let target = document.node(id: reference.id)
    else { return override.value }
    guard let id = document.templateID(of: target, besides: node) else {
      throw Diagnostic(SessionRefusal.referenceOutside(override.name, id: reference.id))
    }
    return JSON.string(id).text()
  }
}

extension SceneOverride {
  /// The reference `ID.PROPERTY` of the override.
  package var name: String { "\(object).\(property)" }

  /// The step that removes the override.
  package var revert: EditStep { .set(Selector(ids: [object]), [Assignment(property, .reset)]) }

  fileprivate static func all(of node: NodeIndex, in document: SceneDocument) -> [SceneOverride] {
    document.overriddenKeys(of: node).compactMap { key in
      document.attribute(key, of: node).map { value in
        SceneOverride(
          object: document.id(node), property: key, value: String(decoding: value, as: UTF8.self),
          inherited: document.inheritedAttribute(key, of: node).map { String(decoding: $0, as: UTF8.self) },
          template: document.templatePath(of: node))
      }
    }
  }
}
