internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneSession {
  /// Returns the JSON text of an object for an `insert` step. Values have the form that a `set` step would store.
  ///
  /// ```swift
  /// let text = try session.newObject(ofClass: "StarView", id: "star", [Assignment("pointCount", .set("7"))])
  /// _ = try session.perform(EditRequest([.insert(objects: [text], at: StepPlace())]))
  /// ```
  ///
  /// Values are checked here against types, ranges and options; components check the object when it is inserted.
  ///
  /// - Throws: an error if a value or a property name is refused.
  public func newObject(
    ofClass className: String, id: String, name: String? = nil, _ assignments: [Assignment] = []
  ) throws(Diagnostic) -> String {
    var members: [JSON.Member] = [.init("id", .string(id)), .init("class", .string(className))]
    if let name { members.append(.init("name", .string(name))) }
    let object = JSON.object(members)
    guard !assignments.isEmpty else { return object.text() }
    return try asking { model throws(Diagnostic) in
      let single = try model.alone(object)
      let root = NodeIndex(0)
      // If no plugin knows the class, the `insert` step reports that.
      guard let binding = single.binding(of: root) else { return object.text() }
      var runtime = RuntimeAttributeEdit(single, root)
      let rest = try runtime.make(assignments)
      let plans: [Int: ClassEdit]
      do throws(Diagnostic) {
        plans = try single.plans(for: rest.map { assignments[$0] }, of: [root])
      } catch {
        throw error.concerning(rest)
      }
      let planned = plans[single.document.classID(root)] ?? ClassEdit()
      let edit = try ObjectEdit(root, planned, binding: binding, model: single) { single.answer(of: root) }
      return try Diagnostic.wrapping { () throws(SceneError) in
        if let text = runtime.text {
          _ = try single.write([.setMember(SceneDocument.runtimeAttributesKey, text, of: root)])
        }
        _ = try single.write(edit.changes, to: root)
        // `objectText` returns the text as parsed, so the edited document is parsed again.
        let edited = try SceneDocument(bytes: single.document.bytes(), name: model.document.name)
        return String(decoding: edited.objectText(of: root), as: UTF8.self)
      }
    }
  }
}

extension SceneSession {
  /// Returns the JSON text of a new placeholder for an object of another document; see
  /// ``newObject(ofClass:id:name:_:)``.
  ///
  /// - Parameters:
  ///   - reference: the document's path from the working folder and, if the document has several outermost objects, `#`
  ///     and the object's id: `ui/buttons.scene.json#primary`.
  ///   - id: returns the placeholder's id, given the template's.
  /// - Throws: an error if the scene cannot use the document or its object, or if a value is refused.
  package func newPlaceholder(
    for reference: String, id: (_ template: String) -> String, name: String?, _ assignments: [Assignment]
  ) throws(Diagnostic) -> (id: String, text: String) {
    let scene = withDocument(\.name)
    let (ref, template): (String, SceneTemplate)
    do throws(SourceRefusal) {
      let typed = try TemplateReference(reference)
      ref = try SourceFolder(ofDocument: scene).reference(to: typed.file) + (typed.id.map { "#\($0)" } ?? "")
    } catch {
      throw Diagnostic(error)
    }
    switch TemplateFiles.shared.finder(forScene: scene).template(ref) {
    case .success(let found): template = found
    case .failure(let reason): throw Diagnostic(reason)
    }
    let className = template.document.className(template.node)
    let id = id(template.document.id(template.node))
    let text = try newObject(ofClass: className, id: id, name: name, assignments)
    let head = JSON.object([.init("id", .string(id)), .init("class", .string(className))]).text().dropLast()
    let rest = text.rest(after: String(head)) ?? "}"
    return (id, "\(head),\"ref\":\(JSON.string(ref).text())\(rest)")
  }
}

extension SceneModel {
  /// Returns a model of a scene that contains only this object, with this scene's colours and plugins.
  fileprivate func alone(_ object: JSON) throws(Diagnostic) -> SceneModel {
    let colors = palette.colors.sorted { $0.key.text < $1.key.text }.map {
      JSON.Member($0.key.text, PropertyValue.color($0.value).json)
    }
    let plugins = document.plugins.map { JSON.Member($0.name, .string($0.requirement)) }
    let scene = JSON.object([
      .init("format", .string("inspector-scene/1")), .init("plugins", .object(plugins)),
      .init("palette", .object(colors)), .init("objects", .array([object])),
    ])
    return try Diagnostic.wrapping { () throws(SceneError) in
      let bytes = Array(scene.text().utf8)
      return SceneModel(document: try SceneDocument(bytes: bytes, name: document.name), library: library, under: job)
    }
  }
}
