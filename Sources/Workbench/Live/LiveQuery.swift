internal import InspectorKit
internal import SceneDocument

/// An object in a list; its values are nil if it was not read again.
struct FoundNode {
  var node: NodeIndex
  var id = ""
  var className = ""
  var name: String?
  var values: [ColumnValue]?

  /// The indexes of the values that no plugin declares.
  var undeclared: [Int] = []
}

/// A list's selector and columns, resolved for the current scene. Each object is built at most once: for the
/// selector, or for columns that need its component.
final class LiveQuery {
  private let model: SceneModel
  private let reader: ColumnReader
  private let selection: Selection
  private let built = Built()

  private final class Built {
    var values: [NodeIndex: [ColumnValue]] = [:]
    var failures: [Diagnostic] = []
  }

  /// - Parameter isStrict: true if unknown names are errors.
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

  /// True if an object must be read again when a container of it changes, because layout may move it.
  var readsLayout: Bool { selection.readsLayout || reader.frames != nil }

  var failures: [Diagnostic] { selection.failures + built.failures }

  /// Returns all objects of the list, in document order.
  ///
  /// - Parameter isRead: returns true for an object whose columns are to be read.
  func all(where isRead: (NodeIndex) -> Bool = { _ in true }) -> [FoundNode] {
    let nodes = selection.nodes()
    let read = nodes.filter(isRead)
    let values = Dictionary(uniqueKeysWithValues: self.read(read).map { ($0.node, $0) })
    return nodes.map { values[$0] ?? FoundNode(node: $0) }
  }

  /// Returns the given objects that are in the list, with their values.
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
        values: values, undeclared: reader.undeclared(node, values))
    }
  }
}
