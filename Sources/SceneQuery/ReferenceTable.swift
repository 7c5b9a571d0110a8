internal import JSONText
internal import SceneDocument

/// A table of the references or the relations between objects. References come from properties and constraints.
struct ReferenceTable {
  private let count: Int

  /// The referring objects in document order, each with the objects to which it refers.
  private var entries: [(node: NodeIndex, targets: [NodeIndex])] = []

  init(_ model: SceneModel) {
    let document = model.document
    count = document.objectCount
    guard model.hasReferences || model.hasConstraints else { return }
    for node in document.objects {
      if model.job.isCancelled(at: node.number) { break }
      let targets = model.targets(of: node).compactMap { document.node(id: $0) }
      if !targets.isEmpty { entries.append((node, targets)) }
    }
  }

  /// Creates a table of the relations that classes declare; each is entered for both of its objects.
  init(relationsIn model: SceneModel) {
    let document = model.document
    count = document.objectCount
    var related: [NodeIndex: [NodeIndex]] = [:]
    for node in document.objects {
      if model.job.isCancelled(at: node.number) { break }
      for other in model.related(to: node) {
        related[node, default: []].append(other)
        related[other, default: []].append(node)
      }
    }
    entries = related.keys.sorted().map { ($0, related[$0] ?? []) }
  }

  /// Returns, for each object, the maximum result of the objects to which it refers.
  func referrers(to column: TruthColumn) -> TruthColumn {
    var result = TruthColumn.none(count)
    for (node, targets) in entries { for target in targets { result[node] = max(result[node], column[target]) } }
    return result
  }

  /// Returns the objects to which any of the wanted objects refer.
  func targets(of wanted: TruthColumn) -> TruthColumn {
    var result = TruthColumn.none(count)
    for (node, targets) in entries where wanted[node] == .yes { for target in targets { result[target] = .yes } }
    return result
  }
}
