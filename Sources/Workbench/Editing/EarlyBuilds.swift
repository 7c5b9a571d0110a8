internal import SceneDocument

/// Components that are built while the text of their scene is still being read, for a purpose that is known: their
/// workers are done, or nearly, when the reading is.
///
/// A build that comes later and asks for the very same takes what there is; any other is made as ever. What was built for
/// nothing has cost time and changed nothing.
final class EarlyBuilds: RestartableVisitor {
  private let library: PluginLibrary
  private let purpose: ScenePurpose

  /// Made with the first object, when the scene's plugins and palette are known.
  private var model: SceneModel?

  /// By the number of the class; nil for those that are left out.
  @exclusivity(unchecked) private var classes: [ClassBuilds?] = []
  private var queues: [ObjectIdentifier: BuildQueue] = [:]

  /// The scene's new file, while one class is edited: only then is it known in which order edits are settled.
  private var copy: EarlyCopy?
  /// Whether objects of another class are edited when all are known.
  private var isEditedLater = false

  private let copyFrom: Int

  /// - Parameter copyFrom: of how many bytes a scene is whose new file is written meanwhile.
  init(_ library: PluginLibrary, for purpose: ScenePurpose, copyFrom: Int) {
    self.library = library
    self.purpose = purpose
    self.copyFrom = copyFrom
    purpose.prepareWorkers(of: library)
  }

  /// Only a check looks at every value.
  var looksAtForms: Bool { if case .check = purpose { true } else { false } }

  func form(ofKey key: UnsafeRawBufferPointer, inClass classID: Int, of document: SceneDocument) -> PlainForm? {
    builds(ofClass: classID, document)?.plan.form(ofKey: key)
  }

  /// Builds an object where the purpose needs it.
  func visit(_ object: ScannedObject) -> ScannedObject.Interest {
    guard let builds = builds(ofClass: object.classID, object.document) else { return .none }
    builds.add(object.node, isPlain: object.isPlain)
    return builds.interest
  }

  private func builds(ofClass classID: Int, _ document: SceneDocument) -> ClassBuilds? {
    // Classes are numbered as they are met.
    while classes.count <= classID { classes.append(newBuilds(ofClass: classes.count, document)) }
    return classes[classID]
  }

  private func newBuilds(ofClass classID: Int, _ document: SceneDocument) -> ClassBuilds? {
    let model = model ?? SceneModel(document: document, library: library)
    self.model = model
    guard purpose.concerns(classID, in: model) else { return nil }
    let isFirst = queues.isEmpty
    copy?.end()
    guard case .known(let plan) = model.plan(ofClass: classID),
      let request = purpose.request(forClass: classID, plan, in: model)
    else {
      isEditedLater = true
      return nil
    }
    let id = ObjectIdentifier(plan.plugin)
    let queue = queues[id] ?? BuildQueue()
    queues[id] = queue
    if request.header.runsHooks { plan.plugin.prepare() }
    if isFirst, !isEditedLater { copy = purpose.copy(of: document, from: copyFrom) }
    return ClassBuilds(request, plan, model, queue, isFirst ? copy : nil)
  }

  /// The text was read: waits for the answers that are still due.
  func finish() {
    for builds in classes { builds?.finish() }
    model?.readingEnded()
    // What was meant by a palette or by versions of plugins that came only later is not known.
    guard model?.document.headerPrecedesObjects == true else {
      (classes, model, copy) = ([], nil, nil)
      return
    }
    model?.document.earlyCopy = copy
    copy = nil
  }

  /// Hands the model over; it will hold what was built, which must not hold it.
  func takeModel() -> SceneModel? {
    defer { model = nil }
    return model
  }

  /// The text was refused: nobody waits for the answers.
  func abandon() {
    for case let builds? in classes where builds.isUnderWay { builds.plan.plugin.stop() }
    (classes, copy) = ([], nil)
  }

  func restart() {
    abandon()
    (model, queues, isEditedLater) = (nil, [:], false)
  }

  /// The answers to a request about objects of a class, once; nil where anything differs from what was built.
  func take(_ request: ComponentRequest, cells: [UInt8] = [], ofClass classID: Int) -> ClassBuilds? {
    guard classID < classes.count, let builds = classes[classID], builds.answers(request, cells) else { return nil }
    classes[classID] = nil
    return builds
  }

  /// What was found in a class by a selector, once; nil where it was not looked for.
  func takeFound(by selector: Selector, ofClass classID: Int) -> ClassBuilds? {
    guard case .find(selector) = purpose, classID < classes.count, let builds = classes[classID], builds.isSearch else {
      return nil
    }
    classes[classID] = nil
    return builds
  }
}

/// All objects of a class, built early; or only looked at, where its hooks are not run.
final class ClassBuilds {
  let plan: ClassPlan
  private let request: ScenePurpose.Request
  /// Nil once all rows are written: it holds the model, which holds what was built.
  @exclusivity(unchecked) private var writer: RowWriter?
  /// What was said of the few objects of which there is anything to say.
  private var said: [NodeIndex: Said] = [:]

  /// Where the purpose is an edit: what it changes, and the property whose stored value it replaces, where it is but one.
  private let changes: [AttributeChange]
  private let replaced: Int?
  /// The edits that were not refused, in the order of the document.
  @exclusivity(unchecked) private var edits: [PreparedEdit] = []
  private let copy: EarlyCopy?

  /// Where the purpose is a search: what is asked of each object, until the last was; and those of which it holds.
  @exclusivity(unchecked) private var tests: ClassTests?
  fileprivate let isSearch: Bool
  @exclusivity(unchecked) private(set) var found: [NodeIndex] = []
  /// Those of which it is not known, since their component failed.
  private(set) var undecided: [NodeIndex] = []
  private unowned let document: SceneDocument
  /// The one to be asked for next.
  private var next = 0
  @exclusivity(unchecked) private var run: BuildRun<Key>?

  private typealias Key = (node: NodeIndex, findings: RowWriter.Findings, replaced: UnsafeRawBufferPointer?)

  struct Said {
    var answer = RowAnswer()
    var findings = RowWriter.Findings()
  }

  /// - Parameter copy: takes the edits that were not refused.
  init(
    _ request: ScenePurpose.Request, _ plan: ClassPlan, _ model: SceneModel, _ queue: BuildQueue, _ copy: EarlyCopy?
  ) {
    (self.plan, self.copy) = (plan, copy)
    (tests, isSearch) = (request.tests, request.tests != nil)
    var request = request
    request.tests = nil
    self.request = request
    document = model.document
    changes = request.edit?.changes ?? []
    replaced = request.edit.flatMap { $0.cells.count == 1 ? $0.cells[0].place : nil }
    writer = RowWriter(model, plan)
    guard request.header.runsHooks else { return }
    run = BuildRun(plan.plugin, request.header, queue: queue) { [unowned self] key, answer in keep(key, answer) }
  }

  /// Of which objects it has to be told.
  var interest: ScannedObject.Interest { run == nil ? .doubtful : .all }

  func add(_ node: NodeIndex, isPlain: Bool) {
    guard let writer else { return }
    guard let run else {
      if !isPlain { keep((node, writer.findings(of: node), nil), RowAnswer()) }
      return
    }
    run.add { bytes in
      let findings = writer.write(node, isPlain: isPlain, to: &bytes)
      bytes += request.cells
      bytes.append(UInt8(ascii: "]"))
      return (node, findings, replaced.flatMap(writer.slice))
    }
  }

  private func keep(_ key: Key, _ answer: RowAnswer) {
    if !changes.isEmpty { prepare(key, answer) }
    if let tests {
      let live = LiveObject(node: key.node, plan: plan, answer: answer, findings: key.findings)
      let truth = tests.late(key.node, LiveValues(model: tests.model, live: live))
      if truth == .yes { found.append(key.node) } else if truth == .failed { undecided.append(key.node) }
    }
    let isTold = request.wantsValues ? !answer.isSilent : answer.hasWords
    guard isTold || key.findings.isRemarkable else { return }
    said[key.node] = Said(answer: answer, findings: key.findings)
  }

  /// Works the edit of an object out while its text is still at hand.
  private func prepare(_ key: Key, _ answer: RowAnswer) {
    guard answer.failure == nil, answer.refused.isEmpty,
      let edit = document.prepareEarly(changes, to: key.node, replacing: key.replaced)
    else {
      copy?.end()
      return
    }
    edits.append(edit)
    copy?.add(edit)
  }

  /// Whether a plugin is at work on them.
  fileprivate var isUnderWay: Bool { run != nil }

  func finish() {
    run?.finish()
    run = nil
    (writer, tests) = (nil, nil)
  }

  /// Whether this is what another request asks.
  fileprivate func answers(_ other: ComponentRequest, _ cells: [UInt8]) -> Bool {
    request.header.asks(other) && request.cells == cells
  }

  /// What was said of an object.
  func said(of node: NodeIndex) -> Said { said.isEmpty ? Said() : said[node] ?? Said() }

  /// The edit of an object, where that is worked out; objects are asked for in the order of the document.
  func edit(of node: NodeIndex) -> PreparedEdit? {
    while next < edits.count, edits[next].node < node { next += 1 }
    return next < edits.count && edits[next].node == node ? edits[next] : nil
  }

  /// The objects of which there is anything to say.
  var remarkable: [NodeIndex] { said.keys.sorted() }
}
