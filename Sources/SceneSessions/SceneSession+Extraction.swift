internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The extraction of an object into a separate document, which the scene then uses as a template.
///
/// ```swift
/// let extraction = try session.extraction(of: "badge", to: "badges.scene.json", id: "badge")
/// try template.perform(EditRequest(extraction.templateSteps(in: template)))
/// try session.perform(EditRequest(extraction.sceneSteps))  // once the template's document can be found
/// try extraction.check(session)
/// ```
package struct SceneExtraction: Sendable {
  /// The steps that replace the object in the scene with a placeholder.
  package let sceneSteps: [EditStep]

  /// The text of a new document for the template, without objects.
  package let newDocument: [UInt8]

  /// The id of the object in the scene.
  private let object: String

  /// The id that the object gets in the template's document.
  private let id: String

  /// The object's text for the template's document.
  private let text: [UInt8]

  /// The colours of the scene's own palette that the object uses, in the notation of user input.
  private let colors: [(name: String, value: String)]

  private let shown: ShownScene

  /// Plans the extraction of an object that the scene itself writes.
  ///
  /// - Parameters:
  ///   - word: the object's id, with or without `#`.
  ///   - file: the path of the template's document.
  ///   - id: the id of the object in that document; nil to keep its id in the scene.
  fileprivate init(_ word: String, to file: String, id: String?, in model: SceneModel) throws(Diagnostic) {
    let document = model.document
    guard let node = document.node(typed: word) else {
      throw Diagnostic(
        SessionRefusal.noObject(
          word, suggestion: DidYouMean.suggestion(for: word, among: document.objects.prefix(10_000).map(document.id))))
    }
    let object = document.id(node)
    self.object = object
    self.id = id ?? object
    guard !document.isInner(node) else { throw Diagnostic(SessionRefusal.extractsInner(object)) }
    let (reference, references) = try Self.references(from: document.name, to: file)
    guard !isSameFile(document.name, file) else { throw Diagnostic(SessionRefusal.extractsIntoItself(file)) }

    let inside = node..<document.afterSubtree(node)
    var ids: [ExactText: String] = [:]
    // Objects of the extracted object's own template keep their address: the new template is a variant of that one.
    for inner in inside.dropFirst() where !document.isInner(inner) || document.placeholder(of: inner) != node {
      ids[ExactText(document.id(inner))] = "\(object)/\(document.id(inner))"
    }
    let renames = inside.dropFirst().filter { !document.isInner($0) }.map { inner in
      EditStep.rename(Selector(ids: [document.id(inner)]), id: "\(object)/\(document.id(inner))")
    }
    // A scene does not inherit the constraints of a template's outermost object.
    let constraints = document.constraintsText(of: node, renaming: ids)
    text = document.extractedText(
      of: node, keepsConstraints: !Self.refersOutside(node, ids, in: document), reference: references)
    let placeholder = document.placeholderText(
      of: node, reference: "\(reference)#\(self.id)", constraints: constraints)
    sceneSteps =
      renames + [
        .remove(Selector(ids: [object])),
        .insert(objects: [String(decoding: placeholder, as: UTF8.self)], at: Self.place(of: node, in: document)),
      ]
    colors = Self.colors(in: inside, of: model)
    newDocument = Self.newDocument(for: document, references)
    shown = ShownScene(model) { inner in
      let written = document.id(inner)
      return ids[ExactText(written)] ?? written
    }
  }

  private static func place(of node: NodeIndex, in document: SceneDocument) -> StepPlace {
    let parent = document.parent(node)
    let siblings = parent.map { Array(document.children($0)) } ?? Array(document.roots)
    return StepPlace(
      in: parent.map { Selector(ids: [document.id($0)]) }, .index(siblings.prefix { $0 < node }.count))
  }

  /// Returns the steps that add the object to the template's document.
  package func templateSteps(in session: SceneSession) throws(Diagnostic) -> [EditStep] {
    let missing = session.withModel { model in
      colors.filter { color in model.palette.colors[ExactText(color.name)] == nil }
    }
    var steps: [EditStep] = []
    if !missing.isEmpty { steps.append(.palette(missing.map { .set(name: $0.name, to: $0.value) })) }
    steps.append(.insert(objects: [String(decoding: text, as: UTF8.self)], at: StepPlace()))
    if !id.isExactly(object) { steps.append(.rename(Selector(ids: [object]), id: id)) }
    return steps
  }

  /// Throws an error if the edited scene does not show the same objects and values as before.
  package func check(_ session: SceneSession) throws(Diagnostic) {
    try session.withModel { model throws(Diagnostic) in
      let now = ShownScene(model, id: model.document.id)
      guard let other = shown.firstDifference(from: now) else { return }
      throw Diagnostic(SessionRefusal.extractsOther(object, shown: other))
    }
  }

  /// Returns the scene's `ref` to the template's document, and a function that converts the scene's relative refs to
  /// refs of that document.
  private static func references(
    from scene: String, to file: String
  ) throws(Diagnostic) -> (String, @Sendable (String) -> String) {
    let folder = SourceFolder(ofDocument: scene)
    guard realpath(FileName.folder(of: file)) != nil else {
      throw Diagnostic(SaveRefusal.cannotCreate(in: FileName.folder(of: file), errno: ENOENT), file: file)
    }
    do throws(SourceRefusal) {
      let reference = try folder.reference(to: file)
      let other = SourceFolder(ofDocument: file)
      return (
        reference,
        { text in
          let path = text.parts(between: "#")[0]
          guard !path.begins(with: "/"), let moved = try? other.reference(to: "\(folder.path)/\(path)") else {
            return text
          }
          return moved + (text.rest(after: path) ?? "")
        }
      )
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Returns true if a constraint of an object refers to its parent, or to an object outside.
  private static func refersOutside(_ node: NodeIndex, _ ids: [ExactText: String], in document: SceneDocument) -> Bool {
    guard let (raw, _) = document.constraintsText(of: node) else { return false }
    var isOuter = String(decoding: raw, as: UTF8.self).holds("\"parent")
    document.forEachReference(of: node) { reference, _ in
      if ids[ExactText(reference.id)] == nil, !reference.id.isExactly(document.id(node)) { isOuter = true }
    }
    return isOuter
  }

  private static func colors(in nodes: Range<NodeIndex>, of model: SceneModel) -> [(name: String, value: String)] {
    // Colours from the extracted object's own templates are available in the new document, too.
    let given = model.document.templateColorNames(of: nodes)
    var texts = model.document.templateColors.filter { !given.contains($0.key) }
    for entry in model.document.written.palette { texts[ExactText(entry.name)] = entry.value }
    let uses = model.colorUses(of: Set(texts.keys))
    return texts.sorted { $0.key.text < $1.key.text }.compactMap { name, value in
      guard let used = uses[name], used.isUsed(in: nodes) else { return nil }
      let text = String(decoding: value, as: UTF8.self)
      return (name.text, (try? JSON.parse(value))?.stringValue ?? text)
    }
  }

  /// Returns the text of a document that requires the same plugins and uses the same palette documents as a scene.
  private static func newDocument(for document: SceneDocument, _ reference: (String) -> String) -> [UInt8] {
    func quoted(_ text: String) -> String { String(decoding: JSONString.quoted(text), as: UTF8.self) }
    var members = [#""format": "inspector-scene/1""#]
    let plugins = document.plugins.map { "\(quoted($0.name)): \(quoted($0.requirement))" }
    if !plugins.isEmpty { members.append(#""plugins": { \#(plugins.joined(separator: ", ")) }"#) }
    let palettes = document.palettes.map { quoted(reference($0.path)) }
    if !palettes.isEmpty { members.append(#""palettes": [\#(palettes.joined(separator: ", "))]"#) }
    members.append(#""objects": []"#)
    return Array("{\n  \(members.joined(separator: ",\n  "))\n}\n".utf8)
  }
}

extension SceneSession {
  /// Plans the extraction of an object into the document of a template; see ``SceneExtraction``.
  ///
  /// - Throws: an error if the scene has no such object, if a template supplies it, or if the scene cannot refer to the
  ///   file (`ref.outside`).
  package func extraction(
    of word: String, to file: String, id: String?
  ) throws(Diagnostic) -> SceneExtraction {
    try asking { model throws(Diagnostic) in try SceneExtraction(word, to: file, id: id, in: model) }
  }
}
