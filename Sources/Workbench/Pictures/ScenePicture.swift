package import InspectorKit
import JSONText
import SceneDocument
public import ScenePictures
public import SceneSessions

/// A picture of a scene: the drawings of its objects, composed by the host.
///
/// ```swift
/// let picture = ScenePicture(session)
/// let svg = try picture.svg().svg
/// ```
///
/// Plugins draw again only the objects that changed: an edit of one object costs its drawing and the composition of
/// the text.
public final class ScenePicture {
  private let session: SceneSession

  /// The pictures by the number of the object; empty before the first drawing.
  private var pictures: [ObjectPicture] = []

  /// The texts of the pictures.
  private var texts = TextStore()
  private var classes: [ObjectIdentifier: ClassAppearance] = [:]
  private var notesByObject: [NodeIndex: [PictureNote]] = [:]
  private var news = PictureNews()

  /// The layout of the objects; nil for a scene without constraints, whose frames are final.
  private var layout: SceneLayout?

  /// The frames at which objects with constraints are drawn.
  private var laidOut: [NodeIndex: Rect] = [:]

  private var hasGuessedText = false

  /// A prefix of the objects' ids.
  private let idPrefix: String

  /// Creates a picture of a scene.
  public init(_ session: SceneSession) { (self.session, idPrefix) = (session, "") }

  /// Creates a picture of one of several scenes in a larger picture.
  ///
  /// - Parameter idPrefix: the prefix of its objects' ids in that picture.
  init(_ session: SceneSession, idPrefix: String) { (self.session, self.idPrefix) = (session, idPrefix) }

  /// A scene as a part of another picture.
  struct Content {
    var svg: [UInt8]
    var bounds: Rect
    var hasGuessedText: Bool
    var notes: [PictureNote]
  }

  /// Draws the scene without the enclosing elements of a complete picture.
  func content(_ options: PictureOptions) throws(Diagnostic) -> Content {
    try session.asking { model throws(Diagnostic) in
      try update(model)
      try session.job.check()
      let (svg, bounds) = try PictureComposition(model.document, pictures, texts, options).content()
      return Content(svg: svg, bounds: bounds, hasGuessedText: hasGuessedText, notes: notes)
    }
  }

  /// The notes about the picture, in document order.
  public var notes: [PictureNote] { notesByObject.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// Returns the notes about the picture of an object and its descendants; of the whole scene if `id` is nil.
  public func notes(of id: String?) -> [PictureNote] {
    guard let id else { return notes }
    let part = session.withDocument { document in document.node(id: id).map { $0..<document.afterSubtree($0) } }
    return notesByObject.filter { part?.contains($0.key) ?? false }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Draws the scene's current state as SVG text.
  ///
  /// - Parameters:
  ///   - id: the object that is shown with its descendants; nil for the whole scene.
  ///   - options: the options of the picture.
  /// - Throws: if there is no such object, or after a cancellation.
  public func svg(of id: String? = nil, _ options: PictureOptions = PictureOptions()) throws(Diagnostic) -> DrawnPicture
  {
    var svg: [UInt8] = []
    let size = try draw(id, options) { svg += $0 }
    return DrawnPicture(svg: svg, size: size, hasGuessedText: hasGuessedText)
  }

  /// Draws a picture that may be large: its text is kept in a spool.
  package func spooled(
    of id: String? = nil, _ options: PictureOptions = PictureOptions()
  ) throws(Diagnostic) -> SpooledPicture {
    let svg = ByteSpool()
    let size = try draw(id, options) { svg.append($0) }
    return SpooledPicture(svg: svg, size: size, hasGuessedText: hasGuessedText)
  }

  private func draw(
    _ id: String?, _ options: PictureOptions, _ take: ([UInt8]) -> Void
  ) throws(Diagnostic) -> Size {
    try session.asking { model throws(Diagnostic) in
      let root = try id.map { id throws(Diagnostic) in try SceneSession.node(id, in: model) }
      try update(model)
      try session.job.check()
      return try PictureComposition(model.document, pictures, texts, options).svg(of: root, take)
    }
  }

  private func update(_ model: SceneModel) throws(Diagnostic) {
    let changed = news.take(session, model, hasLayout: layout != nil)
    if let changed {
      // The model, and with it the bindings, may be others than those of the last drawing.
      classes = [:]
      draw(changed, model)
    } else {
      pictures = Array(repeating: ObjectPicture(), count: model.document.objectCount)
      (texts, classes, notesByObject, hasGuessedText, laidOut) = (TextStore(), [:], [:], false, [:])
      layout = model.document.hasConstraints ? SceneLayout(model.document) : nil
      draw(model.document.objects, model)
    }
    layOut(below: changed, model)
    if texts.isWasteful { try copyTexts() }
  }

  /// Copies the texts still in use to a new store, and drops the rest.
  private func copyTexts() throws(Diagnostic) {
    let copies = TextStore()
    var moved = pictures
    for place in moved.indices { try moved[place].move(from: texts, to: copies) }
    (pictures, texts) = (moved, copies)
  }

  /// Redraws the objects whose layout frame differs from the drawn one.
  ///
  /// - Parameter changed: the objects just drawn; nil for all.
  private func layOut(below changed: [NodeIndex]?, _ model: SceneModel) {
    guard layout != nil else { return }
    let document = model.document
    var moved: [NodeIndex] = []
    var end = NodeIndex(0)
    for node in changed ?? Array(document.objects) where node >= end {
      end = changed == nil ? node + 1 : document.afterSubtree(node)
      if changed != nil { layout?.forgetLayout(below: node) }
      for member in node..<end where document.hasConstraints(member) {
        guard let frame = layout?.outcome(of: member)?.layout.frame, laidOut[member] != frame else { continue }
        laidOut[member] = frame
        if frame != pictures[member.number].frame { moved.append(member) }
      }
    }
    if !moved.isEmpty { draw(moved, model) }
  }

  /// Draws objects, grouped by class.
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
      built.answer.drawing != nil || appearance.hasDrawing
    {
      note(
        node, "it is not drawn: '\(document.className(node))' has no 'frame'; declare one, or extend 'View'", document)
    }
    guard let size = look.frame?.size, !look.isHidden else { return .nothing }
    for words in built.answer.leftOut { note(node, "\(words)", document) }
    if let problem = built.answer.pictureProblem { note(node, "its drawing is wrong: \(problem)", document) }
    if let drawing = built.answer.drawing { return content(drawing, node, document) }
    for words in appearance.problems { note(node, words, document) }
    do throws(StatedProblem) {
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

  /// Returns the drawing of an object. An empty one, such as an image view without an image, is replaced by the class
  /// name.
  private func content(_ drawing: DisplayList, _ node: NodeIndex, _ document: SceneDocument) -> ObjectPicture.Content {
    drawing.entries.isEmpty ? .label(document.className(node)) : .drawing(drawing)
  }

  /// Draws an object that no plugin knows, or whose component failed, as a box at its stored frame.
  private func drawUnknown(_ node: NodeIndex, _ model: SceneModel) {
    var look = ObjectAppearance()
    model.attributes(of: node)["frame"]?.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      if case .rect(let rect)? = try? PropertyValue(json: &reader, as: .rect) { look.frame = rect }
    }
    for words in look.limit() { note(node, words, model.document) }
    replace(node, look, .label(model.document.className(node)), model.document)
  }

  private func replace(
    _ node: NodeIndex, _ look: ObjectAppearance, _ content: ObjectPicture.Content, _ document: SceneDocument
  ) {
    pictures[node.number].drop(from: texts)
    pictures[node.number] = ObjectPicture(
      id: document.id(node), prefix: idPrefix, className: document.className(node), look, content,
      hasChildren: document.firstChild(node) != nil, hasGuessedText: &hasGuessedText, texts: texts)
  }

  private func note(_ node: NodeIndex, _ message: String, isFailure: Bool = false, _ document: SceneDocument) {
    notesByObject[node, default: []].append(
      PictureNote(object: document.id(node), message: message, isFailure: isFailure))
  }
}

/// A picture whose text is kept in a spool until it is written.
package struct SpooledPicture {
  /// The SVG text, in UTF-8.
  package let svg: ByteSpool

  /// The size of the visible part of the scene, in points.
  package let size: Size

  /// True if the picture contains a character whose width is a guess, since DejaVu Sans lacks it.
  package let hasGuessedText: Bool

  init(svg: ByteSpool, size: Size, hasGuessedText: Bool) {
    (self.svg, self.size, self.hasGuessedText) = (svg, size, hasGuessedText)
  }

  /// Copies a picture in memory to a spool.
  package init(_ picture: DrawnPicture) {
    (svg, size, hasGuessedText) = (ByteSpool(), picture.size, picture.hasGuessedText)
    svg.append(picture.svg)
  }
}
