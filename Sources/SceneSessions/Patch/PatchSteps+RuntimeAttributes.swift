internal import InspectorKit
internal import SceneDocument

extension PatchSteps {
  /// Adds the steps that give an object the runtime attributes that it has in the scene `other`, preceded by a step
  /// that expects the present attributes. Does nothing if the attributes are the same.
  ///
  /// - Parameter node: the object, by its number in `other`; it has the same id in the scene to which the steps are
  ///   applied.
  /// - Throws: a refusal if no steps can produce the attributes, because they are invalid or in a different order.
  func takeRuntimeAttributes(of other: SceneDocument, _ node: NodeIndex) throws(Diagnostic) {
    let id = other.id(node)
    let list = other.runtimeAttributes(of: node)
    let (before, wanted) = (values(of: id), Self.values(list))
    let refusal = Diagnostic(SessionRefusal.cannotBeScripted(key: SceneDocument.runtimeAttributesKey, object: id))
    let hasProblem = list.map { $0.problem != nil || $0.elements.contains { $0.problem != nil } } ?? false
    if Self.areSame(before, wanted), !hasProblem { return }
    guard !hasProblem else { throw refusal }
    let selector = Selector(ids: [id])
    var expectation = ObjectExpectation(selector)
    expectation.className = document.node(id: id).map { document.className($0) }
    let gone = before.filter { value in !wanted.contains { $0.keyPath == value.keyPath } }
    var sets: [Assignment] = []
    for value in wanted {
      let former = before.first { $0.keyPath == value.keyPath }
      if let former {
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
    if !Self.areSame(values(of: id), wanted) { throw refusal }
  }

  private typealias Value = (keyPath: String, type: PropertyType, text: String)

  private func values(of id: String) -> [Value] {
    Self.values(document.node(id: id).flatMap { document.runtimeAttributes(of: $0) })
  }

  /// Returns the attributes of a list; invalid elements are left out.
  private static func values(_ list: RuntimeAttributeList?) -> [Value] {
    list?.elements.compactMap { element in
      guard element.problem == nil, let keyPath = element.keyPath, let type = element.type else { return nil }
      return (keyPath, type, String(decoding: list?.value(of: element) ?? [], as: UTF8.self))
    } ?? []
  }

  private static func areSame(_ first: [Value], _ second: [Value]) -> Bool {
    first.count == second.count
      && zip(first, second).allSatisfy { first, second in
        first.keyPath == second.keyPath && first.type == second.type && SceneDifference.isSame(first.text, second.text)
      }
  }
}
