internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A run of a class's extensions on built objects. It passes stored values to the extensions' setters, rebuilds the
/// objects with the values that the setters write, and requests computed values.
///
/// A worker builds an extension like a component. The extension's aliases receive the object's effective values, and
/// its other properties receive the stored values. An alias whose value differs afterwards counts as a write to the
/// object.
struct ExtensionRun {
  private let model: SceneModel
  private let binding: ClassBinding
  private let request: ComponentRequest
  private let parents: ParentStore

  /// The indices in the class of the properties that extensions read or write, in ascending order.
  private let places: [Int]

  /// The position in `places` of each property of the class; nil for properties that are not in `places`.
  private let numbers: [Int?]

  /// Creates a run of all extensions of a class.
  ///
  /// - Parameters:
  ///   - request: the request with which the objects were built.
  ///   - parents: the values of the objects' parents.
  init(_ model: SceneModel, _ binding: ClassBinding, _ request: ComponentRequest, _ parents: ParentStore) {
    (self.model, self.binding, self.request, self.parents) = (model, binding, request, parents)
    places = Set(binding.extensions.flatMap { $0.places.compactMap(\.self) }).sorted()
    var numbers = [Int?](repeating: nil, count: binding.definition.properties.count)
    for (number, place) in places.enumerated() { numbers[place] = number }
    self.numbers = numbers
  }

  /// An object on which the extensions are running.
  private final class Item {
    let built: BuiltObject

    /// The component's latest reply: that of the first build, or that of the build with the written values.
    var answer: BuildReply

    /// The stored cells of the properties in `places`, without rejected values.
    var cells: [StoredCell]

    /// The effective values of the properties in `places`, in the same order.
    var values: [PropertyValue?]
    var writes: [ExtensionWrite] = []
    var warnings: [HookMessage] = []
    var skipped: [HookMessage] = []
    var failure: PluginFailure?

    init(_ built: BuiltObject, cells: [StoredCell], values: [PropertyValue?]) {
      (self.built, answer, self.cells, self.values) = (built, built.answer, cells, values)
    }
  }

  /// The number of objects to process at once. It is limited because the values of the objects take much memory.
  private static var partCount: Int { 2048 }

  func perform(on objects: [BuiltObject], _ body: (BuiltObject) -> Void) {
    for start in stride(from: 0, to: objects.count, by: Self.partCount) where !model.job.isCancelled {
      let items = objects[start..<min(start + Self.partCount, objects.count)].map(item)
      for found in binding.extensions where found.hasSetters { set(found, items) }
      build(items.filter { !$0.writes.isEmpty && $0.failure == nil })
      for found in binding.extensions where found.hasGetters { compute(found, items) }
      if model.job.isCancelled { return }
      for item in items {
        var built = item.built
        built.answer = answer(item)
        body(built)
      }
    }
  }

  private func item(_ built: BuiltObject) -> Item {
    var cells = model.storedCells(built.node, binding, places.count, numbers)
    let values = values(of: &cells, built.answer)
    return Item(built, cells: cells, values: values)
  }

  /// Returns the effective values of the properties in `places`. Cells that hooks rejected become absent.
  private func values(of cells: inout [StoredCell], _ answer: BuildReply) -> [PropertyValue?] {
    binding.effective(answer.effective, skipped: answer.skipped, &cells, at: places) { numbers[$0] }
  }

  // MARK: setters

  private func set(_ found: AppliedExtension, _ items: [Item]) {
    let setters = zip(found.definition.properties, found.places).compactMap { property, place in
      property.aliasOf == nil && property.isObserved && !property.isReadOnly
        ? place.flatMap { numbers[$0] }.map { (name: property.name, number: $0) } : nil
    }
    let asked = items.filter { item in
      item.failure == nil && setters.contains { item.cells[$0.number] != .absent }
    }
    ask(found, asked, isSetting: true) { item, answer in
      let causes = setters.filter { item.cells[$0.number] != .absent }.map(\.name)
      take(answer, found, item, causes)
    }
  }

  private func take(_ answer: BuildReply, _ found: AppliedExtension, _ item: Item, _ causes: [String]) {
    for message in answer.skipped {
      guard let number = message.property.flatMap(binding.place(of:)).flatMap({ numbers[$0] }) else { continue }
      item.cells[number] = .absent
      item.values[number] = binding.value(of: .absent, at: places[number])
    }
    item.warnings += answer.warnings
    item.skipped += answer.skipped
    for (own, value) in answer.effective {
      guard let place = found.places[own], let number = numbers[place] else { continue }
      let property = found.definition.properties[own]
      if property.aliasOf == nil {
        item.values[number] = value
      } else if let reason = refusal(of: value, at: place) {
        let text =
          "the extension '\(found.definition.name)' gives '\(binding.definition.properties[place].name)' the value \(value?.text ?? "nil"), which is left out: \(reason)"
        item.skipped.append(HookMessage(property: nil, text: text))
      } else {
        item.values[number] = value
        item.writes.removeAll { $0.place == place }
        item.writes.append(
          ExtensionWrite(place: place, value: value, extensionName: found.definition.name, causes: causes))
      }
    }
  }

  /// Returns the reason why a property cannot have a value; nil if it can.
  private func refusal(of value: PropertyValue?, at place: Int) -> String? {
    let property = binding.definition.properties[place]
    if property.isReadOnly { return "'\(property.name)' is read-only" }
    guard let value else { return property.isOptional ? nil : "'\(property.name)' cannot be unset" }
    do throws(Diagnostic) {
      try model.reader.check(value, for: property)
      return nil
    } catch {
      return error.message
    }
  }

  // MARK: rebuilding

  /// Builds objects with the values that extensions wrote. Objects with the same written properties share a request.
  /// Values of properties that the host adds take effect without a build, since the worker does not know them.
  private func build(_ items: [Item]) {
    guard !binding.built.isInert || request.sizes != nil else { return }
    let count = binding.built.properties.count
    let groups = Dictionary(grouping: items) { $0.writes.map(\.place).filter { $0 < count } }
    for (places, items) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where !places.isEmpty || request.sizes != nil {
      var header = request
      header.writes = places.map { binding.definition.properties[$0].name }
      let writer = RowWriter(model, binding)
      binding.plugin.withWorker(under: model.job) { worker in
        let run = BuildRun<Item>(worker, header) { item, answer in take(answer, item) }
        for item in items where !run.isCancelled {
          run.add { bytes in
            writer.write(item.built.node, to: &bytes)
            if !binding.built.readsParent.isEmpty { parents.appendCells(for: item.built.node, binding, to: &bytes) }
            for write in item.writes where write.place < count {
              bytes.append(UInt8(ascii: ","))
              StoredCell.value(write.value).append(to: &bytes)
            }
            header.appendSize(of: item.built.node, to: &bytes)
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
    let values = values(of: &item.cells, answer)
    // Values computed by extensions are kept.
    for (number, place) in places.enumerated() where place < binding.built.properties.count {
      item.values[number] = values[number]
    }
  }

  // MARK: getters

  private func compute(_ found: AppliedExtension, _ items: [Item]) {
    ask(found, items.filter { $0.failure == nil }, isSetting: false) { item, answer in
      for (property, place) in zip(found.definition.properties, found.places) where property.isComputed {
        if let number = place.flatMap({ numbers[$0] }) { item.values[number] = property.defaultValue }
      }
      for (own, value) in answer.effective where found.definition.properties[own].isComputed {
        if let number = found.places[own].flatMap({ numbers[$0] }) { item.values[number] = value }
      }
    }
  }

  // MARK: requests

  /// Sends objects to an extension, and passes each reply to `body`. If the extension fails at an object, the failure
  /// is stored in the object instead.
  ///
  /// - Parameter isSetting: true to send the stored values of computed properties, too, so that their setters run.
  private func ask(
    _ found: AppliedExtension, _ items: [Item], isSetting: Bool, _ body: @escaping (Item, BuildReply) -> Void
  ) {
    guard !items.isEmpty else { return }
    let header = ComponentRequest(definition: found.definition, mode: .load, of: found.plugin, in: model)
    found.plugin.withWorker(under: model.job) { worker in
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
    guard let number = place.flatMap({ numbers[$0] }) else { return .absent }
    if property.aliasOf != nil { return .value(item.values[number]) }
    return property.isComputed && !isSetting ? .absent : item.cells[number]
  }

  /// Returns the component's reply with the changes of the extensions, or the failure of the component or of an
  /// extension.
  private func answer(_ item: Item) -> BuildReply {
    if let failure = item.failure { return BuildReply(failure: failure) }
    var effective = item.answer.effective.filter { numbers[$0.place] == nil }
    let isMixed = !effective.isEmpty
    for (number, place) in places.enumerated()
    where item.values[number] != binding.value(of: item.cells[number], at: place) {
      effective.append((place, item.values[number]))
    }
    if isMixed { effective.sort { $0.place < $1.place } }
    let skipped = item.answer.skipped + item.skipped
    if effective.isEmpty, skipped.isEmpty, item.warnings.isEmpty, item.answer.isSilent { return item.answer }
    return BuildReply(
      item.answer, effective: effective, warnings: item.answer.warnings + item.warnings, skipped: skipped,
      writes: item.writes)
  }
}
