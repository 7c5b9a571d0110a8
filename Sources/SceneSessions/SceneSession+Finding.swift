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
  ///   - body: receives the found objects, with their column values, in document order.
  /// - Throws: an error if a column's name is unknown, or if each alternative of the selector has an unknown name.
  public func find(
    _ selector: Selector, columns: [FindColumn] = [], limit: Int = .max, _ body: (FoundObject) -> Void = { _ in }
  ) throws(Diagnostic) -> FindResult {
    try find(selector, columns: columns, limit: limit, readsNames: true, readsTitles: true, readsPositions: false, body)
  }

  /// Finds the objects that a selector matches, with or without their names, titles and positions.
  ///
  /// - Parameters:
  ///   - readsNames: true to read the objects' names; otherwise their names are nil.
  ///   - readsTitles: true to read the objects' titles; otherwise their titles are nil.
  ///   - readsPositions: true to find the objects' places in the document; otherwise their positions are nil.
  package func find(
    _ selector: Selector, columns: [FindColumn], limit: Int, readsNames: Bool, readsTitles: Bool,
    readsPositions: Bool, _ body: (FoundObject) -> Void
  ) throws(Diagnostic) -> FindResult {
    try asking { model throws(Diagnostic) in
      let reader = try ColumnReader(model, columns)
      // The column values of the objects that the selector had to build. Their remaining values are dropped.
      var built: [NodeIndex: [ColumnValue]] = [:]
      let keep = { (values: EffectiveValues) in
        guard reader.needsComponent(values.node), !reader.needsComputed(values.node) else { return }
        built[values.node] = reader.values(values)
      }
      let selection = try Selection(
        model, selector, unknownNames: .leftOut, frames: reader.frames, onBuild: reader.columns.isEmpty ? nil : keep)
      let nodes = selection.nodes()
      var (failures, unknown) = ([Diagnostic](), Set<Int>())
      var rest = nodes.prefix(limit)
      while !rest.isEmpty, !model.job.isCancelled {
        let batch = rest.prefix(Self.findBatch)
        rest = rest.dropFirst(Self.findBatch)
        let missing = batch.filter { built[$0] == nil && reader.needsComponent($0) }
        if !missing.isEmpty {
          reader.build(missing) { object in
            if let failure = object.answer.failure { failures.append(model.diagnostic(failure, object.node)) }
            built[object.node] = reader.values(EffectiveValues(model: model, built: object))
          }
        }
        for (place, node) in zip(batch.indices, batch) {
          model.document.prefetch(batch, after: place)
          let values = built.removeValue(forKey: node) ?? reader.values(node)
          let undeclared = reader.undeclared(node, values)
          // A runtime attribute declares its own type.
          unknown.formUnion(
            undeclared.filter { place in
              guard !unknown.contains(place), let name = reader.columns[place].property else { return false }
              return model.runtimeKeyPath(name, of: node) == nil
            })
          body(
            FoundObject(
              id: model.document.id(node), className: model.document.className(node),
              name: readsNames ? model.document.objectName(node) : nil,
              title: readsTitles ? model.title(of: node) : nil,
              position: readsPositions
                ? model.document.source.position(ofOffset: model.document.writtenOffset(of: node)) : nil,
              values: values, undeclared: undeclared))
        }
      }
      var result = FindResult(count: nodes.count, isUndecided: selection.isUndecided, leftOut: selection.leftOut)
      result.diagnostics = selection.failures + failures
      if nodes.isEmpty, !selection.isUndecided { result.suggestion = model.suggestion(for: selector) }
      result.unknownColumns = unknown.sorted().map { reader.columns[$0] }
      return result
    }
  }

  /// The number of objects built per batch: enough to keep workers busy, few enough to fit in memory.
  private static let findBatch = 4096
}
