internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension PatchSteps {
  /// Adds the steps that give an object the same runtime attributes as in the scene `other`, preceded by a step that
  /// expects the current attributes. Does nothing if the attributes are the same.
  ///
  /// - Parameter node: the object, by its number in `other`; it has the same id in the scene to which the steps are
  ///   applied.
  /// - Throws: a refusal if no steps can produce the attributes: if invalid attributes or further members differ, or if
  ///   the order differs.
  func takeRuntimeAttributes(of other: SceneDocument, _ node: NodeIndex) throws(Diagnostic) {
    let id = other.id(node)
    let wanted = other.runtimeAttributes(of: node)
    if Self.areSame(list(of: id), wanted) { return }
    let selector = Selector(ids: [id])
    var expectation = ObjectExpectation(selector)
    expectation.className = document.node(id: id).map { document.className($0) }
    let (before, after) = (Self.values(list(of: id)), Self.values(wanted))
    let kept = Set(after.map { ExactText($0.keyPath) })
    let gone = before.filter { !kept.contains(ExactText($0.keyPath)) }
    let former = Dictionary(before.map { (ExactText($0.keyPath), $0) }, uniquingKeysWith: { first, _ in first })
    var sets: [Assignment] = []
    for value in after {
      if let former = former[ExactText(value.keyPath)] {
        if former.type == value.type, SceneDifference.isSame(former.text, value.text) { continue }
        expectation.stored.append(.init(value.keyPath, former.text))
      } else {
        expectation.absent.append(value.keyPath)
      }
      let isExact = value.text.hasPrefix("{") || value.text.hasPrefix("\"")
      sets.append(
        Assignment("\(value.keyPath):\(value.type.rawValue)", isExact ? .exact(value.text) : .json(value.text)))
    }
    expectation.stored += gone.map { .init($0.keyPath, $0.text) }
    var steps: [EditStep] = [.expect(expectation)]
    if !gone.isEmpty { steps.append(.set(selector, gone.map { Assignment($0.keyPath, .reset) })) }
    if !sets.isEmpty { steps.append(.set(selector, sets)) }
    try make(steps)
    if !Self.areSame(list(of: id), wanted) {
      throw Diagnostic(SessionRefusal.cannotBeScripted(key: SceneDocument.runtimeAttributesKey, object: id))
    }
  }

  private func list(of id: String) -> RuntimeAttributeList? {
    document.node(id: id).flatMap { document.runtimeAttributes(of: $0) }
  }

  /// Returns the attributes of a list, without the elements that are invalid or repeat a key path.
  private static func values(_ list: RuntimeAttributeList?) -> [(keyPath: String, type: PropertyType, text: String)] {
    guard let list else { return [] }
    return list.elements.enumerated().compactMap { place, element in
      guard element.problem == nil, let keyPath = element.keyPath, let type = element.type,
        list.place(of: keyPath) == place
      else { return nil }
      return (keyPath, type, String(decoding: list.value(of: element), as: UTF8.self))
    }
  }

  /// Returns true if two lists have the same elements in the same order, valid or not.
  private static func areSame(_ first: RuntimeAttributeList?, _ second: RuntimeAttributeList?) -> Bool {
    func text(_ list: RuntimeAttributeList?) -> String {
      list.map { String(decoding: $0.text, as: UTF8.self) } ?? "[]"
    }
    return SceneDifference.isSame(text(first), text(second))
  }
}
