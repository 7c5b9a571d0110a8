package import InspectorKit
internal import JSONText
package import SceneDocument

/// One object as its component answers.
package struct BuiltObject {
  package var node: NodeIndex
  package var binding: ClassBinding

  /// What its plugin said; empty where the class is inert and no component was built.
  package var answer: BuildReply

  /// What was noticed about its stored attributes.
  package var findings: RowWriter.Findings
}

extension SceneModel {
  /// Builds the components of objects, parents before the children that read them, and hands each to `body`. Objects of
  /// unknown classes are left out; of inert ones no component is built. Order: by level, then by class, then of the
  /// document.
  ///
  /// - Parameters:
  ///   - isUndo: whether they are recreated since an edit is undone or redone.
  ///   - hooks: false to build nothing at all and only look at stored values.
  ///   - sizes: whether components draw themselves, and the size of each: nil for that of its frame.
  ///   - suspicion: the failure that the objects are suspected of.
  ///   - hasHung: whether each of them has had its time already, where that failure is a hang.
  ///   - wantsComputed: whether the values that extensions compute are wanted of objects that store nothing for them, too.
  package func build(
    _ nodes: some Sequence<NodeIndex>, mode: WorkerProtocol.Mode = .load, isUndo: Bool = false, validates: Bool = false,
    hooks: Bool = true, sizes: ((NodeIndex) -> Size?)? = nil, after suspicion: PluginFailure? = nil,
    hasHung: Bool = false, wantsComputed: Bool = false,
    _ body: @escaping (BuiltObject) -> Void
  ) {
    var parents = ParentStore(self)
    let levels = hooks ? levels(of: nodes, parents: &parents) : Levels(nodes: [Array(nodes)])
    for nodes in levels.nodes {
      build(
        level: nodes, without: levels.auxiliary, hooks: hooks, wantsComputed: wantsComputed, parents: &parents, body
      ) { binding in
        var request = self.request(binding, mode: mode, validates: validates, hooks: hooks)
        request.isUndo = isUndo
        request.suspicion = suspicion
        if let sizes, binding.built.draws { (request.sizes, request.runsHooks) = (sizes, true) }
        request.hasHung = hasHung && suspicion?.kind == .timeout
        return request
      }
    }
  }

  /// The nodes to build, in one go each, and those of all of them that are built only for their children's sake.
  private struct Levels {
    var nodes: [[NodeIndex]] = [[]]
    var auxiliary = NodeSet()
  }

  /// A reader stands one level after its parent, and its parent is built even where nobody asked for it.
  private func levels(of nodes: some Sequence<NodeIndex>, parents: inout ParentStore) -> Levels {
    guard hasParentReaders else { return Levels(nodes: [Array(nodes)]) }
    let asked = Array(nodes)
    let wanted = NodeSet(asked)
    var levels = Levels()
    var placed = NodeSet()
    // The levels of those that are not in the first.
    var later: [NodeIndex: Int] = [:]
    for node in asked {
      // Up to an object that has its place or reads none, and down again.
      var row: [NodeIndex] = []
      var next: NodeIndex? = node
      while let member = next, placed.insert(member) {
        row.append(member)
        next = parentRead(by: member)
        if let next { parents.wanted.insert(next) }
      }
      var level = next.map { later[$0] ?? 0 } ?? -1
      for member in row.reversed() {
        level += 1
        if level > 0 { later[member] = level }
        if level == levels.nodes.count { levels.nodes.append([]) }
        levels.nodes[level].append(member)
        if !wanted.contains(member) { levels.auxiliary.insert(member) }
      }
    }
    for level in levels.nodes.indices { levels.nodes[level].sort() }
    return levels
  }

  /// Builds objects as if each stood at the top of a scene, without the parent that it reads.
  package func buildAlone(_ nodes: [NodeIndex], _ body: @escaping (BuiltObject) -> Void) {
    var parents = ParentStore(self)
    build(level: nodes, without: NodeSet(), hooks: true, wantsComputed: false, parents: &parents, body) { binding in
      request(binding, mode: .load, validates: false, hooks: true)
    }
  }

  /// Builds a component from values that no scene stores, as in a program that has neither its parent nor extensions.
  ///
  /// - Parameter cells: one for each property of the class that its plugin builds.
  package func answer(of cells: ArraySlice<StoredCell>, _ binding: ClassBinding) -> BuildReply {
    var found = BuildReply()
    binding.plugin.withWorker(under: job) { worker in
      let run = BuildRun<Void>(worker, ComponentRequest(definition: binding.built, mode: .load)) { _, answer in
        found = answer
      }
      run.add { bytes in
        bytes.append(UInt8(ascii: "["))
        let all = cells + Array(repeating: .absent, count: binding.built.readsParent.count)
        for (number, cell) in all.enumerated() {
          if number > 0 { bytes.append(UInt8(ascii: ",")) }
          cell.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
      }
      run.finish()
    }
    return found
  }

  /// The parent whose values an object reads, where it has one of a class that is known.
  package func parentRead(by node: NodeIndex) -> NodeIndex? {
    guard let binding = binding(of: node), !binding.definition.readsParent.isEmpty, let parent = document.parent(node),
      self.binding(of: parent) != nil
    else { return nil }
    return parent
  }

  private func build(
    level: [NodeIndex], without auxiliary: NodeSet, hooks: Bool, wantsComputed: Bool, parents: inout ParentStore,
    _ body: @escaping (BuiltObject) -> Void, request: (ClassBinding) -> ComponentRequest
  ) {
    var finished: [BuiltObject] = []
    let wanted = parents.wanted
    let finish: (BuiltObject) -> Void = { built in
      if !wanted.isEmpty, wanted.contains(built.node) { finished.append(built) }
      if !auxiliary.contains(built.node) { body(built) }
    }
    // Those of which extensions are asked; they are finished after the others.
    var extended: [BuiltObject] = []
    let take: (BuiltObject) -> Void = { built in
      let isAsked = built.findings.callsSetters || wantsComputed && !built.binding.getters.isEmpty
      if isAsked, hooks, built.answer.failure == nil { extended.append(built) } else { finish(built) }
    }
    var requests: [(binding: ClassBinding, request: ComponentRequest)] = []
    var builds: [(plugin: InstalledPlugin, classes: [ClassBuild])] = []
    for (classID, nodes) in byClass(level) where !job.isCancelled {
      guard case .known(let binding) = meaning(ofClass: classID) else { continue }
      let build = ClassBuild(request: request(binding), binding: binding, nodes: nodes)
      if !binding.extensions.isEmpty { requests.append((binding, build.request)) }
      if !build.request.runsHooks {
        readStored(build, take)
      } else if let place = builds.firstIndex(where: { $0.plugin === binding.plugin }) {
        builds[place].classes.append(build)
      } else {
        builds.append((binding.plugin, [build]))
      }
    }
    for (plugin, classes) in builds where !job.isCancelled {
      plugin.withWorker(under: job) { worker in
        // The worker is busy with one class while the rows of the next are gathered.
        let queue = BuildQueue()
        let runs = classes.map { begin($0, worker, queue, parents: parents, take) }
        for run in runs { run.finish() }
      }
    }
    for (binding, request) in requests where !extended.isEmpty && !job.isCancelled {
      let objects = extended.filter { $0.binding === binding }
      if !objects.isEmpty { ExtensionRun(self, binding, request, parents).perform(on: objects, finish) }
    }
    for built in finished { parents.keep(built) }
  }

  /// The objects of a class that are to be built.
  private struct ClassBuild {
    let request: ComponentRequest
    let binding: ClassBinding
    let nodes: [NodeIndex]
  }

  /// What is asked of a plugin about objects of a class.
  package func request(_ binding: ClassBinding, mode: WorkerProtocol.Mode, validates: Bool, hooks: Bool)
    -> ComponentRequest
  {
    ComponentRequest(
      definition: binding.built, mode: mode, validates: validates, runsHooks: hooks && !binding.built.isInert,
      wantsLifecycle: tracer != nil)
  }

  /// Hands out objects of which no component is built.
  private func readStored(_ build: ClassBuild, _ body: (BuiltObject) -> Void) {
    let (binding, writer) = (build.binding, RowWriter(self, build.binding))
    if build.request.isUndo { for node in build.nodes { trace(node, binding, .undo, BuildReply()) } }
    for (number, node) in build.nodes.enumerated() {
      if job.isCancelled(at: number) { return }
      document.prefetch(build.nodes[...], after: number)
      body(BuiltObject(node: node, binding: binding, answer: BuildReply(), findings: writer.findings(of: node)))
    }
  }

  private typealias RowKey = (node: NodeIndex, findings: RowWriter.Findings)

  /// Sends the objects to a worker; the last answers are waited for by the run's `finish`.
  private func begin(
    _ build: ClassBuild, _ worker: Worker, _ queue: BuildQueue, parents: ParentStore,
    _ body: @escaping (BuiltObject) -> Void
  ) -> BuildRun<RowKey> {
    let (binding, request, nodes) = (build.binding, build.request, build.nodes)
    let writer = RowWriter(self, binding)
    let run = BuildRun<RowKey>(worker, request, queue: queue) { [self] key, answer in
      trace(key.node, binding, request.phase, answer)
      body(BuiltObject(node: key.node, binding: binding, answer: answer, findings: key.findings))
    }
    let readsParent = !binding.definition.readsParent.isEmpty
    job.progress.expect(nodes.count)
    for (place, node) in nodes.enumerated() {
      if run.isCancelled { break }
      document.prefetch(nodes[...], after: place)
      if let failure = parents.failure(for: node, binding) {
        body(
          BuiltObject(
            node: node, binding: binding, answer: BuildReply(failure: failure), findings: writer.findings(of: node)))
        continue
      }
      run.add { bytes in
        let findings = writer.write(node, to: &bytes)
        if readsParent { parents.cells(for: node, binding).append(to: &bytes) }
        request.appendSize(of: node, to: &bytes)
        bytes.append(UInt8(ascii: "]"))
        return (node, findings)
      }
    }
    run.flush()
    return run
  }

  /// What the component of one object answers; nothing where it fails, so that what is stored counts.
  package func answer(of node: NodeIndex) -> BuildReply {
    var answer = BuildReply()
    build([node]) { if $0.answer.failure == nil { answer = $0.answer } }
    return answer
  }

  /// The effective values of a built object, a value for every property of its class; nil where its component failed.
  package func effective(_ built: BuiltObject) -> [PropertyValue?]? {
    effective(built.answer, cells: stored(built.node, built.binding).cells, built.binding)
  }

  /// What an object was stored with, overridden by what its component answered; nil where that failed.
  package func effective(_ answer: BuildReply, cells: [StoredCell], _ binding: ClassBinding) -> [PropertyValue?]? {
    guard answer.failure == nil else { return nil }
    return effective(answer.effective, skipped: answer.skipped, cells: cells, binding)
  }

  /// What an object was stored with, overridden by what its component answered.
  package func effective(
    _ differences: [BuildReply.PlacedValue], skipped: [HookMessage], cells: [StoredCell], _ binding: ClassBinding
  ) -> [PropertyValue?] {
    var cells = cells
    for message in skipped {
      if let place = message.property.flatMap(binding.place(of:)) { cells[place] = .absent }
    }
    var values = cells.enumerated().map { binding.value(of: $1, at: $0) }
    for (place, value) in differences { values[place] = value }
    return values
  }
}

/// The effective values of parents that children read: of each those that any class of the scene reads.
package struct ParentStore {
  private let model: SceneModel

  /// Objects whose values are kept when they are built.
  package var wanted = NodeSet()
  private var values: [NodeIndex: ParentCells] = [:]
  private var failures: [NodeIndex: PluginFailure] = [:]

  /// The properties that are read, found out when the first values are kept, and their places among these.
  private var names: [String] = []
  private var places: [String: Int] = [:]

  package init(_ model: SceneModel) { self.model = model }

  package mutating func keep(_ built: BuiltObject) {
    failures[built.node] = built.answer.failure
    guard built.answer.failure == nil else { return }
    if names.isEmpty {
      names = model.namesReadOfParents
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let effective = EffectiveValues(model: model, built: built)
    values[built.node] = ParentCells(
      cells: names.map { name in built.binding.place(of: name).map { .value(effective[$0]) } ?? .absent })
  }

  /// Why a node cannot be built: the parent that it reads failed, so what it would read is not known.
  package func failure(for node: NodeIndex, _ binding: ClassBinding) -> PluginFailure? {
    guard !failures.isEmpty, !binding.definition.readsParent.isEmpty, let parent = model.document.parent(node),
      let failure = failures[parent]
    else { return nil }
    if failure.namesObject { return failure }
    var inherited = failure
    inherited.reason = AnyRefusal(
      FailureFinding.read(by: model.document.id(node), model.diagnostic(failure, parent).reason))
    (inherited.property, inherited.namesObject) = (nil, true)
    return inherited
  }

  /// What a node may read of its parent.
  package func cells(for node: NodeIndex, _ binding: ClassBinding) -> ParentCells {
    let read = binding.definition.readsParent
    guard let parent = model.document.parent(node), let known = values[parent] else { return .none(read.count) }
    return ParentCells(
      cells: read.map { name in places[name].map { known.cells[$0] } ?? .absent })
  }
}

extension SceneModel {
  /// The properties of their parents that classes of the scene read.
  fileprivate var namesReadOfParents: [String] {
    var names: [String] = []
    var known = Set<String>()
    for classID in document.classNames.indices {
      guard case .known(let binding) = meaning(ofClass: classID) else { continue }
      names += binding.definition.readsParent.filter { known.insert($0).inserted }
    }
    return names
  }
}
