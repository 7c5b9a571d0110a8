package import InspectorKit
internal import JSONText
package import SceneDocument

/// One object with its component's reply.
package struct BuiltObject {
  package var node: NodeIndex
  package var binding: ClassBinding

  /// The plugin's reply; empty if the class is inert and no component was built.
  package var answer: BuildReply

  /// The findings about the object's stored attributes.
  package var findings: RowWriter.Findings
}

extension SceneModel {
  /// Builds the components of objects, and passes each object to `body`. Parents are built before the children that
  /// read them; otherwise the order is unspecified. Omits objects of unknown classes, and builds no component for
  /// objects of inert classes.
  ///
  /// - Parameters:
  ///   - isUndo: true if the components are recreated because an edit is undone or redone.
  ///   - validates: true to check stored values against the rules of their properties.
  ///   - hooks: true to build components; false only to examine stored values.
  ///   - sizes: returns the size in which a component draws itself or is touched, or nil for the size of its frame; nil
  ///     to draw nothing.
  ///   - touches: returns the point at which an object is touched, relative to the object; nil to touch nothing.
  ///   - suspicion: an earlier failure that one of the objects may have caused; nil if there was none.
  ///   - hasHung: true if each object has already exceeded the time limit. It has an effect only if the suspicion is
  ///     a timeout.
  ///   - wantsComputed: true to run the getters of extensions for every object, not only for those with stored values
  ///     of extensions.
  ///   - body: receives each requested object once its component was built or failed.
  package func build(
    _ nodes: some Sequence<NodeIndex>, mode: WorkerProtocol.Mode = .load, isUndo: Bool = false, validates: Bool = false,
    hooks: Bool = true, sizes: ((NodeIndex) -> Size?)? = nil, touches: ((NodeIndex) -> Point)? = nil,
    after suspicion: PluginFailure? = nil,
    hasHung: Bool = false, wantsComputed: Bool = false,
    _ body: @escaping (BuiltObject) -> Void
  ) {
    var parents = ParentStore(self)
    let (levels, auxiliary) = hooks ? levels(of: nodes, parents: &parents) : ([Array(nodes)], NodeSet())
    for nodes in levels {
      build(
        level: nodes, without: auxiliary, hooks: hooks, wantsComputed: wantsComputed, parents: &parents, body
      ) { binding in
        var request = request(binding)
        (request.mode, request.isUndo, request.validates) = (mode, isUndo, validates)
        if !hooks { request.runsHooks = false }
        request.suspicion = suspicion
        if let sizes, touches == nil ? binding.built.draws : binding.built.hitTests {
          (request.sizes, request.touches, request.runsHooks) = (sizes, touches, true)
        }
        request.hasHung = hasHung && suspicion?.kind == .timeout
        return request
      }
    }
  }

  /// Returns the objects to build, by levels, and those objects among them that no caller requested. An object that
  /// reads its parent is one level after the parent. Such a parent is built even if it was not requested.
  private func levels(
    of nodes: some Sequence<NodeIndex>, parents: inout ParentStore
  ) -> (nodes: [[NodeIndex]], auxiliary: NodeSet) {
    guard hasParentReaders else { return ([Array(nodes)], NodeSet()) }
    let asked = Array(nodes)
    let wanted = NodeSet(asked)
    var levels: (nodes: [[NodeIndex]], auxiliary: NodeSet) = ([[]], NodeSet())
    var placed = NodeSet()
    // The levels of the nodes that are not in the first level.
    var later: [NodeIndex: Int] = [:]
    for node in asked {
      // Climb to an object that already has a level, or to one that does not read its parent. Then assign levels
      // downwards.
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

  /// Builds objects without the parents that they read, as if each were a top-level object of its scene.
  package func buildAlone(_ nodes: [NodeIndex], _ body: @escaping (BuiltObject) -> Void) {
    var parents = ParentStore(self)
    build(
      level: nodes, without: NodeSet(), hooks: true, wantsComputed: false, parents: &parents, body, request: request)
  }

  /// Returns the reply of a component built from given values, without a parent or extensions, as a program builds it
  /// from a bundle.
  ///
  /// - Parameter cells: a stored value for each property of the class that its plugin builds.
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

  /// Returns an object's parent if the object's class reads its values; nil if it does not, if there is no parent, or
  /// if the class of either cannot be used.
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
    // Objects whose extensions must run; they are finished after all other objects.
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

  /// The objects of one class that are to be built, with the request.
  private struct ClassBuild {
    let request: ComponentRequest
    let binding: ClassBinding
    let nodes: [NodeIndex]
  }

  /// Returns the request to load objects of a class.
  private func request(_ binding: ClassBinding) -> ComponentRequest {
    var request = ComponentRequest(definition: binding.built, mode: .load, of: binding.plugin, in: self)
    (request.runsHooks, request.wantsLifecycle) = (!binding.built.isInert, tracer != nil)
    return request
  }

  /// Passes each object to `body` without building its component, with the findings about its stored attributes.
  /// Stops if the job is cancelled.
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

  /// Sends the objects of a class to a worker, and passes each to `body` when its answer arrives. The returned run's
  /// `finish` waits for the remaining answers.
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
        let answer = BuildReply(failure: failure)
        body(BuiltObject(node: node, binding: binding, answer: answer, findings: writer.findings(of: node)))
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

  /// Returns the reply of one object's component; an empty reply if the component fails, as if it changed no value.
  package func answer(of node: NodeIndex) -> BuildReply {
    var answer = BuildReply()
    build([node]) { if $0.answer.failure == nil { answer = $0.answer } }
    return answer
  }

  /// Returns the effective values of a built object, one for every property of its class; nil if its component failed.
  package func effective(_ built: BuiltObject) -> [PropertyValue?]? {
    effective(built.answer, cells: stored(built.node, built.binding).cells, built.binding)
  }

  /// Returns the effective values from an object's stored values and its component's reply; nil if the component
  /// failed.
  package func effective(_ answer: BuildReply, cells: [StoredCell], _ binding: ClassBinding) -> [PropertyValue?]? {
    guard answer.failure == nil else { return nil }
    return binding.effective(answer.effective, skipped: answer.skipped, cells: cells)
  }
}

/// A store of parents' effective values for their children. It contains only the properties that some class of the
/// scene reads from its parent.
package struct ParentStore {
  private let model: SceneModel

  /// The objects whose values ``SceneModel`` stores here when it builds them.
  package var wanted = NodeSet()
  private var values: [NodeIndex: [StoredCell]] = [:]
  private var failures: [NodeIndex: PluginFailure] = [:]

  /// The parent properties that classes of the scene read; empty until the first values are kept.
  private var names: [String] = []

  /// The index of each name in `names`.
  private var places: [String: Int] = [:]

  package init(_ model: SceneModel) { self.model = model }

  /// Stores the values or the failure of a built object.
  package mutating func keep(_ built: BuiltObject) {
    failures[built.node] = built.answer.failure
    guard built.answer.failure == nil else { return }
    if names.isEmpty {
      names = readNames
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let effective = EffectiveValues(model: model, built: built)
    values[built.node] = names.map { name in built.binding.place(of: name).map { .value(effective[$0]) } ?? .absent }
  }

  /// Returns the failure of an object that reads values of a failed parent; nil if the object can be built.
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

  /// Appends `,cell,cell…` to an object's row: the parent values that the object may read. The cells of an object
  /// without a parent are empty.
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

  /// The parent properties that classes of the scene read, each once.
  private var readNames: [String] {
    var names: [String] = []
    var known = Set<String>()
    for classID in model.document.classNames.indices {
      guard case .known(let binding) = model.meaning(ofClass: classID) else { continue }
      names += binding.definition.readsParent.filter { known.insert($0).inserted }
    }
    return names
  }
}
