internal import InspectorKit
internal import JSONText
internal import SceneDocument
public import ScenePictures
public import SceneSessions

/// A scene as a picture: what each object draws, composed by the host.
///
/// ```swift
/// let picture = ScenePicture(session)
/// let svg = try picture.svg().svg
/// ```
///
/// Only what changed is asked of the plugins again: an edit of one object costs its drawing, and putting the text together.
public final class ScenePicture {
  private let session: SceneSession

  /// By the number of the object; where nothing was drawn yet there is none.
  private var pictures: [ObjectPicture] = []

  /// The texts of these.
  private var texts = TextStore()
  private var classes: [ObjectIdentifier: ClassAppearance] = [:]
  private var notesByObject: [NodeIndex: [PictureNote]] = [:]
  private var news = PictureNews()

  /// Where objects lie; nil for a scene without constraints, where their frames say so.
  private var layout: SceneLayout?

  /// Where objects with constraints are drawn.
  private var laidOut: [NodeIndex: Rect] = [:]

  private var hasGuessedText = false

  /// What stands before the ids of objects.
  private let idPrefix: String

  /// Draws the objects of a scene.
  public init(_ session: SceneSession) { (self.session, idPrefix) = (session, "") }

  /// Draws the objects of one of several scenes in a picture.
  ///
  /// - Parameter idPrefix: what stands before the ids of its objects in the picture.
  init(_ session: SceneSession, idPrefix: String) { (self.session, self.idPrefix) = (session, idPrefix) }

  /// A scene as a part of another picture.
  struct Content {
    var svg: [UInt8]
    var bounds: Rect
    var hasGuessedText: Bool
    var notes: [PictureNote]
  }

  /// The scene without what makes it a picture of its own.
  func content(_ options: PictureOptions) throws(EditError) -> Content {
    try session.asking { model throws(EditError) in
      try update(model)
      try session.job.check()
      let (svg, bounds) = try PictureComposition(model.document, pictures, texts, options).content()
      return Content(svg: svg, bounds: bounds, hasGuessedText: hasGuessedText, notes: notes)
    }
  }

  /// What there is to be known about the picture, in the order of the document.
  public var notes: [PictureNote] { notesByObject.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// The notes about the picture of an object and all that it holds; of the whole scene where it is nil.
  public func notes(of id: String?) -> [PictureNote] {
    guard let id else { return notes }
    let part = session.withDocument { document in document.node(id: id).map { $0..<document.afterSubtree($0) } }
    return notesByObject.filter { part?.contains($0.key) ?? false }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The picture as SVG text, as the scene is now.
  ///
  /// - Parameters:
  ///   - id: the object that is shown, with all that it holds; nil for the whole scene.
  ///   - options: what is shown besides.
  /// - Throws: where there is no such object, and where it is cancelled.
  public func svg(of id: String? = nil, _ options: PictureOptions = PictureOptions()) throws(EditError) -> DrawnPicture
  {
    var svg: [UInt8] = []
    let size = try draw(id, options) { svg += $0 }
    return DrawnPicture(svg: svg, size: size, hasGuessedText: hasGuessedText)
  }

  /// Draws a picture that may be large: its text waits in a spool.
  package func spooled(
    of id: String? = nil, _ options: PictureOptions = PictureOptions()
  ) throws(EditError) -> SpooledPicture {
    let svg = ByteSpool()
    let size = try draw(id, options) { svg.append($0) }
    return SpooledPicture(svg: svg, size: size, hasGuessedText: hasGuessedText)
  }

  private func draw(
    _ id: String?, _ options: PictureOptions, _ take: ([UInt8]) -> Void
  ) throws(EditError) -> Size {
    try session.asking { model throws(EditError) in
      let root = try id.map { id throws(EditError) in try SceneSession.node(id, in: model) }
      try update(model)
      try session.job.check()
      return try PictureComposition(model.document, pictures, texts, options).svg(of: root, take)
    }
  }

  private func update(_ model: SceneModel) throws(EditError) {
    let changed = news.take(session, model)
    if let changed {
      draw(changed, model)
    } else {
      pictures = Array(repeating: ObjectPicture(), count: model.document.objectCount)
      (texts, classes, notesByObject, hasGuessedText, laidOut) = (TextStore(), [:], [:], false, [:])
      layout = model.document.hasConstraints ? SceneLayout(model.document) : nil
      draw(0..<model.document.objectCount, model)
    }
    layOut(below: changed, model)
    if texts.isWasteful { try copyTexts() }
  }

  /// Copies the texts that are still needed, and drops the others.
  private func copyTexts() throws(EditError) {
    let copies = TextStore()
    var moved = pictures
    for place in moved.indices { try moved[place].move(from: texts, to: copies) }
    (pictures, texts) = (moved, copies)
  }

  /// Draws the objects again that layout puts elsewhere, or makes larger or smaller, than they are drawn.
  ///
  /// - Parameter changed: the objects that were drawn; nil for all.
  private func layOut(below changed: [NodeIndex]?, _ model: SceneModel) {
    guard layout != nil else { return }
    let document = model.document
    var moved: [NodeIndex] = []
    var end = 0
    for node in changed ?? Array(0..<document.objectCount) where node >= end {
      end = changed == nil ? node + 1 : document.afterSubtree(node)
      if changed != nil { layout?.forgetLayout(below: node) }
      for member in node..<end where document.hasConstraints(member) {
        guard let frame = layout?.outcome(of: member)?.layout.frame, laidOut[member] != frame else { continue }
        laidOut[member] = frame
        if frame != pictures[member].frame { moved.append(member) }
      }
    }
    if !moved.isEmpty { draw(moved, model) }
  }

  /// Draws objects, those of a class together.
  private func draw(_ nodes: some Sequence<NodeIndex>, _ model: SceneModel) {
    for node in nodes {
      notesByObject[node] = nil
      if model.binding(of: node) == nil { drawUnknown(node, model) }
    }
    let size: (NodeIndex) -> Size? = { [laidOut] node in laidOut[node]?.size }
    model.build(nodes, sizes: size) { [self] built in draw(built, model) }
  }

  private func draw(_ built: BuiltObject, _ model: SceneModel) {
    let key = ObjectIdentifier(built.binding)
    let appearance = classes[key] ?? ClassAppearance(built.binding)
    classes[key] = appearance
    let (document, node) = (model.document, built.node)
    guard let values = model.effective(built) else {
      if let failure = built.answer.failure, failure.kind != .cancelled {
        note(node, model.diagnostic(failure, node).message, isFailure: true, document)
      }
      return drawUnknown(node, model)
    }
    layout?.take(values, of: node, built.binding)
    var look = appearance.appearance(values)
    if let frame = laidOut[node] { look.frame = frame }
    for words in look.limit() { note(node, words, document) }
    let content = content(of: built, appearance, look, values, model)
    replace(node, look, content, document)
  }

  private func content(
    of built: BuiltObject, _ appearance: ClassAppearance, _ look: ObjectAppearance, _ values: [PropertyValue?],
    _ model: SceneModel
  ) -> ObjectPicture.Content {
    let (node, document) = (built.node, model.document)
    if look.frame == nil, !look.isHidden, appearance.isNowhere,
      built.answer.picture?.drawing != nil || appearance.hasDrawing
    {
      note(
        node, "it is not drawn: '\(document.className(node))' has no 'frame'; declare one, or extend 'View'", document)
    }
    guard let size = look.frame?.size, !look.isHidden else { return .nothing }
    for words in built.answer.leftOut { note(node, "\(words)", document) }
    if let problem = built.answer.pictureProblem { note(node, "its drawing is wrong: \(problem)", document) }
    if let drawing = built.answer.picture?.drawing { return content(drawing, node, document) }
    for words in appearance.problems { note(node, words, document) }
    do throws(DrawingError) {
      let cells = model.stored(node, built.binding).cells
      if let drawing = try appearance.drawing(values, cells: cells, palette: model.palette, size: size) {
        for words in drawing.notes { note(node, words, document) }
        return content(drawing, node, document)
      }
    } catch {
      note(node, "its drawing is wrong: \(error)", document)
    }
    return appearance.isPlain ? .nothing : .label(document.className(node))
  }

  /// What draws nothing, such as a view of an image that has none, is shown by the name of its class.
  private func content(_ drawing: DisplayList, _ node: NodeIndex, _ document: SceneDocument) -> ObjectPicture.Content {
    drawing.entries.isEmpty ? .label(document.className(node)) : .drawing(drawing)
  }

  /// Draws an object that no plugin knows, or whose component failed, as a box where its frame is stored.
  private func drawUnknown(_ node: NodeIndex, _ model: SceneModel) {
    var look = ObjectAppearance()
    model.document.attribute("frame", of: node)?.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      if case .rect(let rect)? = try? PropertyValue(json: &reader, as: .rect) { look.frame = rect }
    }
    for words in look.limit() { note(node, words, model.document) }
    replace(node, look, .label(model.document.className(node)), model.document)
  }

  private func replace(
    _ node: NodeIndex, _ look: ObjectAppearance, _ content: ObjectPicture.Content, _ document: SceneDocument
  ) {
    pictures[node].drop(from: texts)
    pictures[node] = ObjectPicture(
      id: document.id(node), prefix: idPrefix, className: document.className(node), look, content,
      hasChildren: document.firstChild(node) != nil, hasGuessedText: &hasGuessedText, texts: texts)
  }

  private func note(_ node: NodeIndex, _ message: String, isFailure: Bool = false, _ document: SceneDocument) {
    notesByObject[node, default: []].append(
      PictureNote(object: document.id(node), message: message, isFailure: isFailure))
  }
}
