package import InspectorKit
internal import JSONText
package import SceneDocument

/// One object with its component's reply.
package struct BuiltObject {
  package var node: NodeIndex
  package var binding: ClassBinding

  /// The plugin's reply; empty if the class is inert and no component was built.
  package var answer: BuildReply

  /// The findings about its stored attributes.
  package var findings: RowWriter.Findings
}

extension SceneModel {
  /// Builds the components of objects, parents before the children that read them, and passes each to `body`. Omits
  /// objects of unknown classes; builds no component for inert ones. Order: by level, then by class, then by position
  /// in the document.
  ///
  /// - Parameters:
  ///   - isUndo: true if they are recreated because an edit is undone or redone.
  ///   - hooks: false to build nothing at all and only look at stored values.
  ///   - sizes: the size in which each component draws itself, or nil for that of its frame; nil to draw nothing.
  ///   - suspicion: the failure that the objects are suspected of.
  ///   - hasHung: true if each of them has already used its time, where that failure is a hang.
  ///   - wantsComputed: true to compute extension values also for objects that store nothing for them.
  package func build(
    _ nodes: some Sequence<NodeIndex>, mode: WorkerProtocol.Mode = .load, isUndo: Bool = false, validates: Bool = false,
    hooks: Bool = true, sizes: ((NodeIndex) -> Size?)? = nil, after suspicion: PluginFailure? = nil,
    hasHung: Bool = false, wantsComputed: Bool = false,
    _ body: @escaping (BuiltObject) -> Void
  ) {
    var parents = ParentStore(self)
    let (levels, auxiliary) = hooks ? levels(of: nodes, parents: &parents) : ([Array(nodes)], NodeSet())
    for nodes in levels {
      build(
        level: nodes, without: auxiliary, hooks: hooks, wantsComputed: wantsComputed, parents: &parents, body
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

  /// Returns the nodes to build together at each level, and those built only for their children. A node that reads its
  /// parent is one level after it, and the parent is built even if not requested.
  private func levels(
    of nodes: some Sequence<NodeIndex>, parents: inout ParentStore
  ) -> (nodes: [[NodeIndex]], auxiliary: NodeSet) {
    guard hasParentReaders else { return ([Array(nodes)], NodeSet()) }
    let asked = Array(nodes)
    let wanted = NodeSet(asked)
    var levels: (nodes: [[NodeIndex]], auxiliary: NodeSet) = ([[]], NodeSet())
    var placed = NodeSet()
    // The levels of nodes outside the first level.
    var later: [NodeIndex: Int] = [:]
    for node in asked {
      // Climb to a placed object or one that does not read its parent, then assign levels downwards.
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

  /// Builds a component from values that no scene stores, as in a program without its parent or extensions.
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

  /// Returns the parent whose values an object reads, if it has one of a known class.
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
    // Objects that need their extensions; they are finished after the others.
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

  /// The objects of a class to build.
  private struct ClassBuild {
    let request: ComponentRequest
    let binding: ClassBinding
    let nodes: [NodeIndex]
  }

  /// Returns the request to a plugin for objects of a class.
  package func request(_ binding: ClassBinding, mode: WorkerProtocol.Mode, validates: Bool, hooks: Bool)
    -> ComponentRequest
  {
    ComponentRequest(
      definition: binding.built, mode: mode, validates: validates, runsHooks: hooks && !binding.built.isInert,
      wantsLifecycle: tracer != nil)
  }

  /// Delivers objects for which no component is built.
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

  /// Sends the objects to a worker. The run's `finish` waits for the last answers.
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
        if readsParent { parents.appendCells(for: node, binding, to: &bytes) }
        request.appendSize(of: node, to: &bytes)
        bytes.append(UInt8(ascii: "]"))
        return (node, findings)
      }
    }
    run.flush()
    return run
  }

  /// Returns the reply of one object's component; empty if it fails, so that stored values count.
  package func answer(of node: NodeIndex) -> BuildReply {
    var answer = BuildReply()
    build([node]) { if $0.answer.failure == nil { answer = $0.answer } }
    return answer
  }

  /// Returns the effective values of a built object, one for every property of its class; nil if its component failed.
  package func effective(_ built: BuiltObject) -> [PropertyValue?]? {
    effective(built.answer, cells: stored(built.node, built.binding).cells, built.binding)
  }

  /// Returns an object's stored values, overridden by its component's reply; nil if the component failed.
  package func effective(_ answer: BuildReply, cells: [StoredCell], _ binding: ClassBinding) -> [PropertyValue?]? {
    guard answer.failure == nil else { return nil }
    return binding.effective(answer.effective, skipped: answer.skipped, cells: cells)
  }
}

/// The effective values of parents that children read, limited to the properties that any class of the scene reads.
package struct ParentStore {
  private let model: SceneModel

  /// Objects whose values are kept when they are built.
  package var wanted = NodeSet()
  private var values: [NodeIndex: [StoredCell]] = [:]
  private var failures: [NodeIndex: PluginFailure] = [:]

  /// The parent properties that are read, determined when the first values are kept, and their places in the list.
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
    values[built.node] = names.map { name in built.binding.place(of: name).map { .value(effective[$0]) } ?? .absent }
  }

  /// Returns the reason why a node cannot be built: its parent failed, so the values it reads are unknown.
  package func failure(for node: NodeIndex, _ binding: ClassBinding) -> PluginFailure? {
    guard !failures.isEmpty, !binding.definition.readsParent.isEmpty, let parent = model.document.parent(node),
      let failure = failures[parent]
    else { return nil }
    if failure.namesObject { return failure }
    var inherited = failure
    inherited.reason = AnyRefusal(
      HookFinding.read(by: model.document.id(node), model.diagnostic(failure, parent).reason))
    (inherited.property, inherited.namesObject) = (nil, true)
    return inherited
  }

  /// Appends `,cell,cell…` to a row: the parent values that a node may read, none at the top of a scene.
  package func appendCells(for node: NodeIndex, _ binding: ClassBinding, to bytes: inout [UInt8]) {
    let known = model.document.parent(node).flatMap { values[$0] }
    for name in binding.definition.readsParent {
      bytes.append(UInt8(ascii: ","))
      switch known.flatMap({ known in places[name].map { known[$0] } }) ?? .absent {
      case .absent: bytes += Array("[]".utf8)
      case .value(nil): bytes += Array("null".utf8)
      case .value(let value?):
        bytes += Array("{\"\(value.type.rawValue)\":".utf8)
        value.appendJSON(to: &bytes)
        bytes.append(UInt8(ascii: "}"))
      }
    }
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
