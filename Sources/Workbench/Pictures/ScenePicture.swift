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
/// After an edit of attributes, only the changed objects are redrawn, so that an edit of one object costs only its
/// drawing and the composition of the text.
public final class ScenePicture {
  let session: SceneSession

  /// The pictures of the objects, by object number; empty before the first drawing.
  private var pictures: [ObjectPicture] = []

  /// The store of the texts of all pictures.
  private var texts = TextStore()
  private var classes: [ObjectIdentifier: ClassAppearance] = [:]
  private var notesByObject: [NodeIndex: [PictureNote]] = [:]

  /// The session's version at the last drawing; nil before the first.
  private var version: Int?

  /// The value of the model's `pluginKey` at the last drawing. If the model has a different key now, all objects must
  /// be redrawn.
  private var pluginKey: [String] = []
  private weak var drawnDocument: SceneDocument?

  /// The layout of the objects; nil for a scene without constraints, which is drawn with the stored frames.
  private var layout: SceneLayout?

  /// The frames after layout, by object, of the objects with constraints.
  private var laidOut: [NodeIndex: Rect] = [:]

  private var hasGuessedText = false

  /// The ancestors of the last drawn object whose values were read, the outermost first; empty between drawings.
  private var parents: [(node: NodeIndex, values: DrawnValues?)] = []

  /// The prefix of the ids in the picture; empty unless the picture is part of a larger one.
  private let idPrefix: String

  /// Creates a picture of a scene. Nothing is drawn until ``svg(of:_:)`` is called.
  public init(_ session: SceneSession) { (self.session, idPrefix) = (session, "") }

  /// Creates a picture of a scene for use inside a larger picture with several scenes.
  ///
  /// - Parameter idPrefix: the prefix of the scene's object ids in that picture.
  init(_ session: SceneSession, idPrefix: String) { (self.session, self.idPrefix) = (session, idPrefix) }

  /// The drawing of a scene for use inside a larger picture.
  struct Content {
    var svg: [UInt8]
    var bounds: Rect
    var hasGuessedText: Bool
    var notes: [PictureNote]
  }

  /// Draws the scene for use inside a larger picture.
  ///
  /// - Throws: `cancelled` after a cancellation, and `io.read` if the objects' spooled texts can no longer be read.
  func content(_ options: PictureOptions) throws(Diagnostic) -> Content {
    try session.asking { model throws(Diagnostic) in
      try update(model)
      try session.job.check()
      let (svg, bounds) = try PictureComposition(model.document, pictures, texts, options).content(idPrefix: idPrefix)
      return Content(svg: svg, bounds: bounds, hasGuessedText: hasGuessedText, notes: notes)
    }
  }

  /// The notes about all objects, from the last drawing, in document order; empty before the first drawing.
  public var notes: [PictureNote] { notesByObject.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// Returns the notes about an object and its descendants, from the last drawing, in document order; all notes if `id`
  /// is nil, and none if the scene has no object with this id.
  public func notes(of id: String?) -> [PictureNote] {
    guard let id else { return notes }
    let part = session.withDocument { document in document.node(id: id).map { $0..<document.afterSubtree($0) } }
    return notesByObject.filter { part?.contains($0.key) ?? false }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Draws the scene's current state as SVG text.
  ///
  /// - Parameters:
  ///   - id: the object to show with its descendants; nil for the whole scene.
  ///   - options: the options of the picture.
  /// - Throws: an error if the scene has no object with this id, `cancelled` after a cancellation, and `io.read` if the
  ///   objects' spooled texts can no longer be read.
  public func svg(of id: String? = nil, _ options: PictureOptions = PictureOptions()) throws(Diagnostic) -> DrawnPicture
  {
    var svg: [UInt8] = []
    let (size, omissions) = try draw(id, options) { svg += $0 }
    var picture = DrawnPicture(svg: svg, size: size, hasGuessedText: hasGuessedText)
    picture.omissions = omissions
    return picture
  }

  /// Draws the scene's current state like ``svg(of:_:)``, but keeps the text, which may be large, in a spool.
  package func spooled(
    of id: String? = nil, _ options: PictureOptions = PictureOptions()
  ) throws(Diagnostic) -> SpooledPicture {
    let svg = ByteSpool()
    let (size, omissions) = try draw(id, options) { svg.append($0) }
    return SpooledPicture(svg: svg, size: size, hasGuessedText: hasGuessedText, omissions: omissions)
  }

  private func draw(
    _ id: String?, _ options: PictureOptions, _ take: ([UInt8]) -> Void
  ) throws(Diagnostic) -> (size: Size, omissions: PictureOmissions) {
    try session.asking { model throws(Diagnostic) in
      let root = try id.map { id throws(Diagnostic) in try SceneSession.node(id, in: model) }
      try update(model)
      try session.job.check()
      let composition = PictureComposition(model.document, pictures, texts, options)
      return (try composition.svg(of: root, take), composition.omissions(of: root))
    }
  }

  /// Updates the pictures, and calls `body` with them and with a closure that returns the size of an object after
  /// layout, or nil if the frame's size applies.
  func withPictures<R>(
    _ body: (SceneModel, [ObjectPicture], @escaping (NodeIndex) -> Size?) throws(Diagnostic) -> R
  ) throws(Diagnostic) -> R {
    try session.asking { model throws(Diagnostic) in
      try update(model)
      try session.job.check()
      return try body(model, pictures) { [laidOut] node in laidOut[node]?.size }
    }
  }

  private func update(_ model: SceneModel) throws(Diagnostic) {
    // The model may have been replaced since the last drawing, and then has new bindings.
    classes = [:]
    defer { parents = [] }
    let changed = changedObjects(model)
    if let changed {
      draw(changed, model)
    } else {
      pictures = Array(repeating: ObjectPicture(), count: model.document.objectCount)
      (texts, notesByObject, hasGuessedText, laidOut) = (TextStore(), [:], false, [:])
      layout = model.document.hasConstraints ? SceneLayout(model.document) : nil
      draw(model.document.objects, model)
    }
    layOut(below: changed, model)
    if texts.isWasteful { try copyTexts() }
  }

  /// Returns the objects to redraw, in document order: those that changed since the last drawing, and those that read a
  /// changed parent. Returns nil if all objects must be redrawn. Also records the drawn version.
  private func changedObjects(_ model: SceneModel) -> [NodeIndex]? {
    let changes = version.map { session.changes(after: $0, upTo: model.version) }
    // A layout reads the document that it was made with, which another thread may use by now.
    let isOther = pluginKey != model.pluginKey || layout != nil && drawnDocument !== model.document
    (version, pluginKey, drawnDocument) = (model.version, model.pluginKey, model.document)
    guard let changes, !isOther,
      !changes.contains(where: { $0.map != nil || !$0.colors.isEmpty || !$0.structure.isEmpty })
    else { return nil }
    var touched = Set(changes.flatMap(\.nodes))
    if !touched.isEmpty, model.hasParentReaders {
      touched.formUnion(DependentBuilds.readers(below: NodeSet(touched), in: model))
    }
    if !touched.isEmpty { addDrawnByParents(to: &touched, model) }
    return touched.sorted()
  }

  /// Adds the children whose appearance depends on properties of the given objects.
  private func addDrawnByParents(to nodes: inout Set<NodeIndex>, _ model: SceneModel) {
    let readers = Set(
      model.document.classNames.indices.filter { classID in
        guard case .known(let binding) = model.meaning(ofClass: classID) else { return false }
        return ParentName.isIn(binding.definition.drawing) || ParentName.isIn(binding.definition.placement)
      })
    guard !readers.isEmpty else { return }
    for node in Array(nodes) {
      nodes.formUnion(model.document.children(node).filter { readers.contains(model.document.classID($0)) })
    }
  }

  private func appearance(_ binding: ClassBinding) -> ClassAppearance {
    let key = ObjectIdentifier(binding)
    let appearance = classes[key] ?? ClassAppearance(binding)
    classes[key] = appearance
    return appearance
  }

  /// Returns the values of an object's parent.
  private func parent(of node: NodeIndex, _ model: SceneModel) -> DrawnValues? {
    guard let parent = model.document.parent(node) else { return nil }
    while let last = parents.last, last.node > parent || model.document.afterSubtree(last.node) <= parent {
      parents.removeLast()
    }
    if let last = parents.last, last.node == parent { return last.values }
    let values = DrawnValues(storedBy: parent, in: model)
    parents.append((parent, values))
    return values
  }

  /// Replaces the text store by a new one that contains only the texts in use.
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

  /// Builds the given objects with their sizes after layout, draws them, and replaces the notes about them.
  private func draw(_ nodes: some Sequence<NodeIndex>, _ model: SceneModel) {
    for node in nodes {
      notesByObject[node] = nil
      if model.binding(of: node) == nil { drawUnknown(node, model) }
    }
    let size: (NodeIndex) -> Size? = { [laidOut] node in laidOut[node]?.size }
    model.build(nodes, sizes: size) { [self] built in draw(built, model) }
  }

  private func draw(_ built: BuiltObject, _ model: SceneModel) {
    let appearance = appearance(built.binding)
    let (document, node) = (model.document, built.node)
    guard let values = model.effective(built) else {
      if let failure = built.answer.failure, failure.kind != .cancelled {
        note(node, model.diagnostic(failure, node).message, isFailure: true, document)
      }
      return drawUnknown(node, model)
    }
    layout?.take(values, of: node, built.binding)
    let drawn = DrawnValues(node, built.binding, values, in: model) { [self] in parent(of: node, model) }
    var look = appearance.appearance(drawn)
    if let frame = laidOut[node] { look.frame = frame }
    for words in look.limit() { note(node, words, document) }
    let content = content(of: built, appearance, look, drawn, model)
    replace(node, look, content, document)
  }

  private func content(
    of built: BuiltObject, _ appearance: ClassAppearance, _ look: ObjectAppearance, _ drawn: DrawnValues,
    _ model: SceneModel
  ) -> ObjectPicture.Content {
    let (node, document) = (built.node, model.document)
    if look.frame == nil, !look.isHidden, appearance.isNowhere,
      built.answer.drawing != nil || appearance.hasDrawing
    {
      note(
        node,
        "it is not drawn: '\(document.className(node))' has no place; declare 'frame' as a Rect, or 'position' as a Point, or extend 'View'",
        document)
    }
    guard let frame = look.frame, look.canBeDrawn, !look.isHidden else { return .nothing }
    let size = frame.size
    for words in built.answer.leftOut { note(node, "\(words)", document) }
    if let problem = built.answer.pictureProblem { note(node, "its drawing is wrong: \(problem)", document) }
    if let drawing = built.answer.drawing { return content(drawing, node, document) }
    // The values of a foreign document need no declaration, since its format defines them.
    if document.foreignFormat == nil { for words in appearance.problems { note(node, words, document) } }
    do throws(StatedProblem) {
      if let drawing = try appearance.drawing(drawn, size: size) {
        for words in drawing.notes { note(node, words, document) }
        return content(drawing, node, document)
      }
    } catch {
      note(node, "its drawing is wrong: \(error)", document)
    }
    return appearance.isPlain ? .nothing : .label(document.className(node))
  }

  /// Returns a drawing as the content of an object; the class name if the drawing is empty, such as that of an image
  /// view without an image.
  private func content(_ drawing: DisplayList, _ node: NodeIndex, _ document: SceneDocument) -> ObjectPicture.Content {
    drawing.entries.isEmpty ? .label(document.className(node)) : .drawing(drawing)
  }

  /// Draws an object whose component failed or whose class no plugin declares. The object is drawn as a box at its
  /// stored frame.
  private func drawUnknown(_ node: NodeIndex, _ model: SceneModel) {
    var look = ObjectAppearance()
    look.frame = model.storedFrame(of: node)
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

  /// The size of the part of the scene that the picture shows, in points.
  package let size: Size

  /// True if the width of a drawn character is a guess, since DejaVu Sans lacks the character.
  package let hasGuessedText: Bool

  /// The objects that the picture leaves out.
  package let omissions: PictureOmissions
}

extension SpooledPicture {
  /// Copies the text of a picture in memory to a spool.
  package init(_ picture: DrawnPicture) {
    self.init(
      svg: ByteSpool(), size: picture.size, hasGuessedText: picture.hasGuessedText, omissions: picture.omissions)
    svg.append(picture.svg)
  }
}
