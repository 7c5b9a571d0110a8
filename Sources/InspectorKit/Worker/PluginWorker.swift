internal import Glibc
internal import JSONText

/// A worker that answers the host's requests for one plugin, whether the worker runs in a process of its own or inside
/// the host.
package final class PluginWorker {
  package let name: String
  package let version: String
  private let components: [Component.Type]
  private let resources: [String]
  private let context: PluginContext
  private let transformers: [ValueTransformer]
  private var registered: [String: ComponentType]?
  private var builders: [String: ComponentBuilder] = [:]

  /// The values of the settings in the latest requests, by name; an inner nil stands for the default.
  private var knownSettings: [String: PropertyValue?] = [:]
  private let settingsDidChange: (_ names: [String]) -> Void

  package init(_ plugin: any InspectorPlugin.Type) {
    name = plugin.name
    version = plugin.version
    components = plugin.components
    resources = plugin.resources
    context = PluginContext(words: plugin.words, rules: plugin.rules, transformers: plugin.transformers)
    settingsDidChange = plugin.settingsDidChange
    transformers = plugin.transformers
  }

  /// Makes a worker that registers one class, for tests of that class.
  ///
  /// - Parameter plugin: the plugin whose name, version, resources, rules and words the worker uses; nil for the
  ///   class's own name, the version `1.0.0` and the standard rules and words.
  package init(testing component: Component.Type, of plugin: (any InspectorPlugin.Type)?) {
    (name, version, components) = (plugin?.name ?? nameOfType(component), plugin?.version ?? "1.0.0", [component])
    resources = plugin?.resources ?? []
    context = PluginContext(
      words: plugin?.words ?? [], rules: plugin?.rules ?? [], transformers: plugin?.transformers ?? [])
    settingsDidChange = { plugin?.settingsDidChange($0) }
    transformers = plugin?.transformers ?? []
  }

  /// A function that sends a message before the reply. If hooks loop, `isLast` is true and no reply follows.
  package typealias Send = (_ message: [UInt8], _ isLast: Bool) -> Void

  /// Returns the reply to one request. Passes progress messages to `send` before returning. The reply to a request that
  /// cannot be read is an error.
  package func reply(to message: UnsafeRawBufferPointer, send: @escaping Send) -> [UInt8] {
    var id = 0
    do {
      let request = try WorkerRequest(message, id: &id)
      switch request {
      case .describe(let versions, let trace, let without):
        return describe(versions, trace: trace, without: without, id: id, send: send)
      case .transform(let transform): return try reply(to: transform, id: id)
      case .build(let header, let reader): return try build(header, reader, id: id, send: send)
      }
    } catch let error as StatedProblem {
      return WorkerReply.error(id: id, code: .workerRequest, message: error.description)
    } catch {
      return WorkerReply.error(id: id, code: .workerRequest, message: "the message is not understood: \(error)")
    }
  }

  // MARK: describe

  private func describe(
    _ versions: ClosedRange<Int>, trace: Bool, without: Set<String>, id: Int, send: @escaping Send
  ) -> [UInt8] {
    guard versions.overlaps(WorkerProtocol.versions) else {
      let ours = WorkerProtocol.versions
      return WorkerReply.error(
        id: id, code: .pluginVersion,
        message: "the host speaks protocol \(versions.words), '\(name)' \(version) speaks \(ours.words)")
    }
    let answer = Self.description(
      name: name, version: version, components: components, without: without, context: context,
      transformers: transformers
    ) { place, className in
      if trace { send(WorkerReply.progress(id: id, row: place, step: className), false) }
    }
    switch answer {
    case .success(let (described, types)):
      registered = types
      var description = described
      description.resources = resources
      return WorkerReply.description(description, id: id)
    case .failure(let found):
      let count = found.problems.count
      return WorkerReply.error(
        id: id, code: .pluginProblems,
        message: "the declarations of '\(name)' have \(count) \(count == 1 ? "problem" : "problems")",
        problems: found.problems)
    }
  }

  private func types() throws(StatedProblem) -> [String: ComponentType] {
    if let registered { return registered }
    let described = Self.description(
      name: name, version: version, components: components, context: context, transformers: transformers)
    guard case .success(let (_, types)) = described else {
      throw StatedProblem("the plugin's declarations have problems; ask it to describe itself")
    }
    registered = types
    return types
  }

  // MARK: transformers

  private func reply(to request: TransformRequest, id: Int) throws(StatedProblem) -> [UInt8] {
    guard let transformer = context.transformers[request.name] else {
      throw StatedProblem("the plugin '\(name)' has no transformer '\(request.name)'")
    }
    let (from, transform) =
      request.isDecoding ? (transformer.stored, transformer.decode) : (transformer.type, transformer.encode)
    let results = request.values.map { text -> JSON in
      var reader = JSONReader(text)
      guard let value = try? PropertyValue(json: &reader, as: from), let result = transform(value),
        result.problem == nil
      else { return .null }
      return result.json
    }
    return WorkerReply.values(results, id: id)
  }

  // MARK: build

  private func build(
    _ header: BuildHeader, _ start: JSONReader, id: Int, send: @escaping Send
  ) throws -> [UInt8] {
    let builder = try builder(for: header.className)
    let layout = try RowLayout(header, of: builder.type)
    let action = try header.action.map { try self.action($0, of: builder.type) }
    builder.hooks.hasParent = false
    builder.hooks.parentValues = []
    builder.hooks.settings = try header.settings(of: builder.type)
    noteSettings(of: builder)
    var reader = start
    layout.prepare(builder)
    var reply = WorkerReply(id: id)
    var place = 0
    let stack = HookStack.current
    builder.stack = stack
    builder.onStep = header.trace ? { send(WorkerReply.progress(id: id, row: place, step: $0), false) } : nil
    builder.log = header.lifecycle ? LifecycleLog(builder.type) : nil
    defer { builder.log = nil }
    stack.onLoop = { chain in
      let name = builder.hooks.current ?? builder.running ?? "awake"
      let message = "hooks set each other without end: \(loopText(chain))"
      send(WorkerReply.error(id: id, code: .hookLoop, message: message, row: place, property: name), true)
    }
    defer { stack.onLoop = nil }
    var lastProgress = Self.coarseTime()
    try reader.beginArray()
    while try reader.nextElement() {
      // A message at least 20 ms after the previous one shows the host that a slow worker is not hanging.
      if header.progress, case let now = Self.coarseTime(), now - lastProgress >= 20_000_000 {
        lastProgress = now
        send(WorkerReply.progress(id: id, row: place, step: "init"), false)
      }
      try layout.read(&reader, into: builder)
      reply.append(answer(of: builder, header, action), of: builder.type)
      place += 1
    }
    try reader.endRequest()
    return reply.finish()
  }

  /// Notifies the plugin of the settings of a class that have changed since an earlier request.
  private func noteSettings(of builder: ComponentBuilder) {
    let names = builder.type.definition.readsSettings
    guard !names.isEmpty else { return }
    let changed = names.filter { name in
      let value = builder.hooks.settings[name]
      let former = knownSettings.updateValue(value, forKey: name)
      return former.map { $0 != value } ?? false
    }
    if !changed.isEmpty { settingsDidChange(changed.sorted()) }
  }

  /// Returns a monotonic time in nanoseconds, from the clock that is fastest to read. The time may lag behind by a few
  /// milliseconds.
  private static func coarseTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func answer(
    of builder: ComponentBuilder, _ header: BuildHeader, _ action: DeclaredAction?
  ) -> ComponentBuilder.Answer? {
    if let action { return builder.run(action) }
    return switch header.mode {
    case .load: builder.load(cause: .load, validates: header.validate, draws: header.draws, hitTests: header.hitTests)
    case .recreate:
      builder.load(
        cause: header.isUndo ? .undo : .recreate, validates: header.validate, draws: header.draws,
        hitTests: header.hitTests)
    case .edit: builder.edit(tellsBefore: header.tellsBefore)
    }
  }

  private func action(_ name: String, of type: ComponentType) throws(StatedProblem) -> DeclaredAction {
    if let action = type.action(named: name) { return action }
    throw StatedProblem("'\(type.definition.name)' has no action '\(name)'")
  }

  private func builder(for name: String) throws(StatedProblem) -> ComponentBuilder {
    if let builder = builders[name] { return builder }
    guard let type = try types()[name] else {
      throw StatedProblem("the plugin '\(self.name)' registers no '\(name)'")
    }
    let builder = ComponentBuilder(type)
    builders[name] = builder
    return builder
  }
}

extension ClosedRange<Int> {
  /// The protocol versions of this range as text: `version 1`, `versions 1 to 3`.
  package var words: String { count == 1 ? "version \(lowerBound)" : "versions \(lowerBound) to \(upperBound)" }
}
