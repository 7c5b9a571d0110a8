internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that inserts objects, each given as JSON text.
  public static func insert(objects: [String], at place: StepPlace) -> EditStep {
    EditStep(InsertStep(objects: objects, place: place))
  }
}

struct InsertStep: ScriptedStep {
  let objects: [String]
  let place: StepPlace

  static let verbs = ["insert"]
  static let help = "inserts objects"
  static let otherKeys = ["into", "at"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    for (number, text) in objects.enumerated() {
      if let fault = SceneDocument.fault(ofObject: Array(text.utf8)) {
        throw Diagnostic(EditRefusal.objectToInsert(fault.reason), part: .object(number, offset: fault.offset))
      }
    }
    let target = try transaction.target(place)
    guard transaction.model.document.foreignFormat == nil else {
      try insertTemplates(at: target, in: transaction)
      return 1
    }
    try transaction.restructure(objects.map { .insert(object: Array($0.utf8), at: target) })
    return 1
  }

  /// Inserts objects into a document of another program, and then sets their attributes. The attributes are set
  /// separately because the document's format defines how they are stored.
  private func insertTemplates(at target: ObjectPlace, in transaction: Transaction) throws(Diagnostic) {
    var objects: [(id: String, text: String, values: [Assignment])] = []
    for text in self.objects {
      guard let object = try? PlacedJSON(Array(text.utf8)), let id = object["id"]?.string else { continue }
      let values = object["attributes"]?.members ?? []
      let rest = (object.members ?? []).filter { $0.key != "attributes" }
      objects.append(
        (
          id, "{\(rest.map { "\(JSON.string($0.key).text()): \($0.value.raw)" }.joined(separator: ", "))}",
          values.map { Assignment($0.key, .exact($0.value.raw)) }
        ))
    }
    try transaction.restructure(objects.map { .insert(object: Array($0.text.utf8), at: target) })
    for object in objects where !object.values.isEmpty {
      _ = try SetStep(selector: Selector(ids: [object.id]), assignments: object.values).make(in: transaction)
    }
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { group.insert(objects, place, number) }

  /// Returns the part of the step that an error concerns: the place, or the refused object or attribute in the text of
  /// an inserted object. Nil if the step inserts several objects, and none of them contains the refused object.
  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? {
    if error.code == .editStructure { return place.part }
    if let refusal = error.details.first, let id = refusal.object {
      for (number, text) in objects.enumerated() {
        guard let object = (try? PlacedJSON(Array(text.utf8)))?.object(id) else { continue }
        let attribute = object["attributes"]?.members?.first { $0.key == refusal.property }
        return .object(number, offset: attribute?.keyOffset ?? object.offset)
      }
    }
    return objects.count == 1 ? .object(0, offset: 0) : nil
  }

  var summary: String { objects.count == 1 ? "insert an object" : "insert \(objects.count) objects" }

  var needs: [StepNeed] { [.place(place), .freeIDs(objects.flatMap { (try? PlacedJSON(Array($0.utf8)))?.ids ?? [] })] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    .insert(objects: objects, at: try place.resolved(ids))
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let value = try script.needed("insert")
    let objects = value.elements ?? [value]
    for (number, object) in objects.enumerated() {
      let path = value.elements == nil ? "/insert" : "/insert/\(number)"
      script.parts[.object(number, offset: 0)] = (path, object.offset)
      guard let fault = SceneDocument.fault(ofObject: Array(object.raw.utf8)) else { continue }
      throw ScriptProblem(at: object.offset + fault.offset, .object(toInsertIn: script.number, fault.reason))
    }
    return .insert(objects: objects.map(\.raw), at: try script.place() ?? StepPlace())
  }

  func write(to script: inout JSONLine) {
    script.add("insert", raw: objects.count == 1 ? objects[0] : "[\(objects.joined(separator: ", "))]")
    script.add(place)
  }
}

extension PlacedJSON {
  /// The ids of a scene's object and of all its descendants.
  fileprivate var ids: [String] {
    (self["id"]?.string).map { [$0] + (self["children"]?.elements ?? []).flatMap(\.ids) } ?? []
  }

  /// Returns this object or a descendant, by id; nil if none has the id.
  fileprivate func object(_ id: String) -> PlacedJSON? {
    if self["id"]?.string == id { return self }
    for child in self["children"]?.elements ?? [] {
      if let found = child.object(id) { return found }
    }
    return nil
  }
}
