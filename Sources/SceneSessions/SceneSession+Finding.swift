internal import InspectorKit
internal import SceneDocument

extension SceneSession {
  /// Finds objects and reads some of their properties.
  ///
  /// ```swift
  /// let selector = try Selector(parsing: ":kind(View)[alpha<1]")
  /// try session.find(selector, columns: [FindColumn("alpha")]) { print($0.id, $0.values) }
  /// ```
  ///
  /// Each object is built at most once: for the selector, or for columns that need its component.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of objects that `body` receives; the rest are only counted.
  ///   - body: receives the objects in the order of the document.
  public func find(
    _ selector: Selector, columns: [FindColumn] = [], limit: Int = .max, _ body: (FoundObject) -> Void = { _ in }
  ) throws(Diagnostic) -> FindResult {
    try find(selector, columns: columns, limit: limit, readsNames: true, body)
  }

  /// Finds the objects that a selector matches, with or without their names.
  ///
  /// - Parameter readsNames: true to read the objects' names; otherwise their names are nil.
  package func find(
    _ selector: Selector, columns: [FindColumn], limit: Int, readsNames: Bool, _ body: (FoundObject) -> Void
  ) throws(Diagnostic) -> FindResult {
    try asking { model throws(Diagnostic) in
      let reader = try ColumnReader(model, columns)
      var search = try ObjectSearch(model, selector, reader, readsNames: readsNames)
      return search.run(limit: limit, body)
    }
  }
}

/// A search of one scene, with the columns of the matching objects.
private struct ObjectSearch {
  private let model: SceneModel
  private let reader: ColumnReader
  private let selection: Selection
  private let readsNames: Bool
  private let built = Built()

  /// The columns of objects that are already built; all their other values are dropped.
  private final class Built {
    var values: [NodeIndex: [ColumnValue]] = [:]
  }

  init(_ model: SceneModel, _ selector: Selector, _ reader: ColumnReader, readsNames: Bool) throws(Diagnostic) {
    self.model = model
    self.reader = reader
    self.readsNames = readsNames
    let built = built
    let keep = { (values: EffectiveValues) in
      let node = values.node
      guard reader.needsComponent(node), !reader.needsComputed(node) else { return }
      built.values[node] = reader.values(values)
    }
    selection = try Selection(
      model, selector, unknownNames: .leftOut, frames: reader.frames, onBuild: reader.columns.isEmpty ? nil : keep)
  }

  /// The number of objects built per batch: enough to keep workers busy, few enough to fit in memory.
  private static let batch = 4096

  mutating func run(limit: Int, _ body: (FoundObject) -> Void) -> FindResult {
    let nodes = selection.nodes()
    var result = FindResult(
      count: nodes.count, isUndecided: selection.isUndecided, leftOut: selection.leftOut)
    var unknown = Set<Int>()
    var rest = nodes.prefix(limit)
    while !rest.isEmpty, !model.job.isCancelled {
      let batch = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      build(batch.filter { built.values[$0] == nil && reader.needsComponent($0) }, &result)
      for (place, node) in zip(batch.indices, batch) {
        model.document.prefetch(batch, after: place)
        let values = built.values.removeValue(forKey: node) ?? reader.values(node)
        let undeclared = reader.undeclared(node, values)
        unknown.formUnion(undeclared)
        body(
          FoundObject(
            id: model.document.id(node), className: model.document.className(node),
            name: readsNames ? model.document.objectName(node) : nil, values: values, undeclared: undeclared))
      }
    }
    result.unknownColumns = unknown.sorted().map { reader.columns[$0] }
    result.diagnostics = selection.failures + result.diagnostics
    return result
  }

  private func build(_ nodes: [NodeIndex], _ result: inout FindResult) {
    guard !nodes.isEmpty else { return }
    let failures = Failures()
    let (model, reader, built) = (model, reader, built)
    reader.build(nodes) { object in
      if let failure = object.answer.failure { failures.found.append(model.diagnostic(failure, object.node)) }
      built.values[object.node] = reader.values(EffectiveValues(model: model, built: object))
    }
    result.diagnostics += failures.found
  }

  private final class Failures {
    var found: [Diagnostic] = []
  }
}
