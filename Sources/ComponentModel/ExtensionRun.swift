internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Asks the extensions of a class about objects that were built: gives their setters what the objects store, builds the
/// objects once more with what the setters write, and asks for the values that extensions compute.
///
/// An extension is a component to its worker: its aliases are given the object's effective values, its other properties what
/// the object stores for them, and aliases that differ afterwards are what it writes.
struct ExtensionRun {
  private let model: SceneModel
  private let binding: ClassBinding
  private let request: ComponentRequest
  private let parents: ParentStore

  /// - Parameter request: as which the objects were built.
  init(_ model: SceneModel, _ binding: ClassBinding, _ request: ComponentRequest, _ parents: ParentStore) {
    (self.model, self.binding, self.request, self.parents) = (model, binding, request, parents)
  }

  /// An object on its way.
  private final class Item {
    let live: LiveObject

    /// The component's answer: the first, or that of the build with what was written.
    var answer: BuildReply

    /// What is stored, without the values that were left out.
    var cells: [StoredCell]
    var values: [PropertyValue?]
    var writes: [ExtensionWrite] = []
    var warnings: [HookMessage] = []
    var skipped: [HookMessage] = []
    var failure: PluginFailure?

    init(_ live: LiveObject, cells: [StoredCell], values: [PropertyValue?]) {
      (self.live, answer, self.cells, self.values) = (live, live.answer, cells, values)
    }
  }

  /// So many objects at once: their values take more memory than they themselves.
  private static var partCount: Int { 2048 }

  func perform(on lives: [LiveObject], _ body: (LiveObject) -> Void) {
    for start in stride(from: 0, to: lives.count, by: Self.partCount) where !isCancelled {
      let items = lives[start..<min(start + Self.partCount, lives.count)].map(item)
      for found in binding.extensions where found.hasSetters { set(found, items) }
      build(items.filter { !$0.writes.isEmpty && $0.failure == nil })
      for found in binding.extensions where found.hasGetters { compute(found, items) }
      if isCancelled { return }
      for item in items {
        var live = item.live
        live.answer = answer(item)
        body(live)
      }
    }
  }

  private var isCancelled: Bool { model.library.cancellation.isCancelled }

  private func item(_ live: LiveObject) -> Item {
    var cells = model.stored(live.node, binding).cells
    for message in live.answer.skipped {
      if let place = message.property.flatMap(binding.place(of:)) { cells[place] = .absent }
    }
    let values = model.effective(live.answer.effective, skipped: [], cells: cells, binding)
    return Item(live, cells: cells, values: values)
  }

  // MARK: setters

  private func set(_ found: AppliedExtension, _ items: [Item]) {
    let setters = zip(found.definition.properties, found.places).filter { property, place in
      property.aliasOf == nil && property.isObserved && !property.isReadOnly && place != nil
    }
    let asked = items.filter { item in
      item.failure == nil && setters.contains { _, place in place.map { item.cells[$0] != .absent } ?? false }
    }
    ask(found, asked, isSetting: true) { item, answer in
      let causes = setters.compactMap { property, place in
        place.map { item.cells[$0] != .absent } ?? false ? property.name : nil
      }
      take(answer, found, item, causes)
    }
  }

  private func take(_ answer: BuildReply, _ found: AppliedExtension, _ item: Item, _ causes: [String]) {
    for message in answer.skipped {
      guard let place = message.property.flatMap(binding.place(of:)) else { continue }
      item.cells[place] = .absent
      item.values[place] = binding.value(of: .absent, at: place)
    }
    item.warnings += answer.warnings
    item.skipped += answer.skipped
    for (number, value) in answer.effective {
      guard let place = found.places[number] else { continue }
      let property = found.definition.properties[number]
      if property.aliasOf == nil {
        item.values[place] = value
      } else if let reason = refusal(of: value, at: place) {
        let text =
          "the extension '\(found.definition.name)' gives '\(binding.definition.properties[place].name)' the value \(value?.text ?? "nil"), which is left out: \(reason)"
        item.skipped.append(HookMessage(property: nil, text: text))
      } else {
        item.values[place] = value
        item.writes.removeAll { $0.place == place }
        item.writes.append(
          ExtensionWrite(place: place, value: value, extensionName: found.definition.name, causes: causes))
      }
    }
  }

  /// Why a value cannot be a property's; nil where it can.
  private func refusal(of value: PropertyValue?, at place: Int) -> String? {
    let property = binding.definition.properties[place]
    if property.isReadOnly { return "'\(property.name)' is read-only" }
    guard let value else { return property.isOptional ? nil : "'\(property.name)' cannot be unset" }
    do throws(ValueProblem) {
      try model.reader.check(value, for: property)
      return nil
    } catch {
      return error.message
    }
  }

  // MARK: what is written

  /// Builds objects with what extensions write, those with the same written properties together.
  private func build(_ items: [Item]) {
    guard !binding.built.isInert || request.sizes != nil else { return }
    let groups = Dictionary(grouping: items) { $0.writes.map(\.place) }
    for (places, items) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      var header = request
      header.writes = places.map { binding.definition.properties[$0].name }
      let writer = RowWriter(model, binding)
      binding.plugin.withWorker { worker in
        let run = BuildRun<Item>(worker, header) { item, answer in take(answer, item) }
        for item in items where !run.isCancelled {
          run.add { bytes in
            writer.write(item.live.node, to: &bytes)
            if !binding.built.readsParent.isEmpty { parents.cells(for: item.live.node, binding).append(to: &bytes) }
            for write in item.writes {
              bytes.append(UInt8(ascii: ","))
              StoredCell.value(write.value).append(to: &bytes)
            }
            header.appendSize(of: item.live.node, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
            return item
          }
        }
        run.finish()
      }
    }
  }

  private func take(_ answer: BuildReply, _ item: Item) {
    item.answer = answer
    item.failure = answer.failure
    guard answer.failure == nil else { return }
    let own = item.values[binding.built.properties.count...]
    for message in answer.skipped {
      if let place = message.property.flatMap(binding.place(of:)) { item.cells[place] = .absent }
    }
    item.values = model.effective(answer.effective, skipped: [], cells: item.cells, binding)
    for place in own.indices { item.values[place] = own[place] }
  }

  // MARK: getters

  private func compute(_ found: AppliedExtension, _ items: [Item]) {
    ask(found, items.filter { $0.failure == nil }, isSetting: false) { item, answer in
      for (property, place) in zip(found.definition.properties, found.places) where property.isComputed {
        if let place { item.values[place] = property.defaultValue }
      }
      for (number, value) in answer.effective where found.definition.properties[number].isComputed {
        if let place = found.places[number] { item.values[place] = value }
      }
    }
  }

  // MARK: asking

  /// Asks an extension about objects.
  ///
  /// - Parameter isSetting: whether computed properties are set to what is stored for them.
  private func ask(
    _ found: AppliedExtension, _ items: [Item], isSetting: Bool, _ body: @escaping (Item, BuildReply) -> Void
  ) {
    guard !items.isEmpty else { return }
    let header = ComponentRequest(definition: found.definition, mode: .load)
    found.plugin.withWorker { worker in
      let run = BuildRun<Item>(worker, header) { item, answer in
        if answer.failure == nil { body(item, answer) } else { item.failure = answer.failure }
      }
      for item in items where !run.isCancelled {
        run.add { bytes in
          bytes.append(UInt8(ascii: "["))
          for (number, property) in found.definition.properties.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            cell(of: property, found.places[number], item, isSetting: isSetting).append(to: &bytes)
          }
          bytes.append(UInt8(ascii: "]"))
          return item
        }
      }
      run.finish()
    }
  }

  private func cell(
    of property: PropertyDefinition, _ place: Int?, _ item: Item, isSetting: Bool
  ) -> StoredCell {
    guard let place else { return .absent }
    if property.aliasOf != nil { return .value(item.values[place]) }
    return property.isComputed && !isSetting ? .absent : item.cells[place]
  }

  /// All that is known of an object in the end.
  private func answer(_ item: Item) -> BuildReply {
    if let failure = item.failure { return BuildReply(failure: failure) }
    let effective = item.values.indices.compactMap { place -> BuildReply.PlacedValue? in
      let value = item.values[place]
      return value == binding.value(of: item.cells[place], at: place) ? nil : (place, value)
    }
    let skipped = item.answer.skipped + item.skipped
    if effective.isEmpty, skipped.isEmpty, item.warnings.isEmpty, item.answer.isSilent { return item.answer }
    return BuildReply(
      item.answer, effective: effective, warnings: item.answer.warnings + item.warnings, skipped: skipped,
      writes: item.writes)
  }
}
