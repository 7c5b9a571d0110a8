internal import InspectorKit
internal import SceneDocument

/// An object that a list's selector matches, with the data for its row if these were read.
struct FoundNode {
  var node: NodeIndex
  var id = ""
  var className = ""
  var name: String?
  var title: ObjectTitle?

  /// The values of the columns; nil if the object was not read, which leaves its row unchanged.
  var values: [ColumnValue]?

  /// The indices of the values whose properties no plugin declares.
  var undeclared: [Int] = []
}

/// A list's selector and columns, resolved for the current state of the scene. It builds each object at most once, for
/// the selector or for columns that need the object's component.
final class LiveQuery {
  private let model: SceneModel
  private let reader: ColumnReader
  private let selection: Selection
  private let built = Built()

  /// The values and failures of the objects that were built. The type is a class because closures share an instance.
  private final class Built {
    var values: [NodeIndex: [ColumnValue]] = [:]
    var failures: [Diagnostic] = []
  }

  /// Resolves a list's selector and columns.
  ///
  /// - Parameter isStrict: true if unknown names are errors; false if they match nothing.
  init(_ model: SceneModel, _ list: LiveList, isStrict: Bool) throws(Diagnostic) {
    self.model = model
    let columns = list.columns + (list.group.map { [$0] } ?? []) + list.sort.map(\.column)
    reader = try ColumnReader(model, columns, isStrict: isStrict)
    let (reader, built) = (reader, built)
    selection = try Selection(
      model, list.selector, unknownNames: isStrict ? .refused : .ignored, frames: reader.frames
    ) { values in
      let node = values.node
      if reader.needsComponent(node), !reader.needsComputed(node) { built.values[node] = reader.values(values) }
    }
  }

  /// True if an object's match depends only on its own values and on layout.
  var isLocal: Bool { selection.isSimple }

  /// True if the selector or a column reads frames after layout. A change of an object then also affects its
  /// descendants.
  var readsLayout: Bool { selection.readsLayout || reader.frames != nil }

  var failures: [Diagnostic] { selection.failures + built.failures }

  /// Returns all objects that the selector matches, in document order.
  ///
  /// - Parameter isRead: returns true for the objects whose columns are to be read; all others are returned without
  ///   values.
  func all(where isRead: (NodeIndex) -> Bool = { _ in true }) -> [FoundNode] {
    let nodes = selection.nodes()
    let read = nodes.filter(isRead)
    let values = Dictionary(uniqueKeysWithValues: self.read(read).map { ($0.node, $0) })
    return nodes.map { values[$0] ?? FoundNode(node: $0) }
  }

  /// Returns those of the given objects that the selector matches, with their values.
  func found(among nodes: [NodeIndex]) -> [FoundNode] { read(selection.nodes(among: nodes)) }

  private func read(_ nodes: [NodeIndex]) -> [FoundNode] {
    let (model, reader, built) = (model, reader, built)
    let missing = nodes.filter { built.values[$0] == nil && reader.needsComponent($0) }
    if !missing.isEmpty {
      reader.build(missing) { object in
        if let failure = object.answer.failure { built.failures.append(model.diagnostic(failure, object.node)) }
        built.values[object.node] = reader.values(EffectiveValues(model: model, built: object))
      }
    }
    let document = model.document
    return nodes.map { node in
      let values = built.values[node] ?? reader.values(node)
      return FoundNode(
        node: node, id: document.id(node), className: document.className(node), name: document.objectName(node),
        title: model.title(of: node), values: values, undeclared: reader.undeclared(node, values))
    }
  }
}
