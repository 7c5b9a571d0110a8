internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Consecutive steps that rename properties of the same objects. They are performed as one edit of each object, since
/// an edit reads and writes all attributes of its object.
///
/// The result is the same as that of the single steps: the steps rename different properties, of objects whose class
/// has no hooks.
struct PropertyRenames {
  private(set) var edits: [ObjectEdit] = []

  /// The number of steps that are performed together; at least 2.
  let count: Int

  /// Collects the steps from `number` on that rename properties of `nodes`; nil if they must be performed one by one.
  init?(_ request: EditRequest, from number: Int, of nodes: [NodeIndex], in model: SceneModel) {
    guard let selector = (request.steps[number].kind as? RenamePropertyStep)?.selector, !selector.readsValues,
      !nodes.isEmpty, model.tracer == nil, !model.hasParentReaders
    else { return nil }
    var renames: [PropertyRename] = []
    var names = Set<ExactText>()
    for step in request.steps[number...] {
      guard let step = step.kind as? RenamePropertyStep, step.selector == selector,
        names.insert(ExactText(step.old)).inserted, names.insert(ExactText(step.new)).inserted
      else { break }
      renames.append(PropertyRename(model: model, old: step.old, new: step.new, skipsMissing: request.skipsMissing))
    }
    count = renames.count
    guard count > 1 else { return nil }
    let places = Dictionary(uniqueKeysWithValues: renames.enumerated().map { (ExactText($1.old), $0) })
    var used = Set<Int>()
    for node in nodes {
      guard let binding = model.binding(of: node), binding.definition.isInert else { return nil }
      var (cells, formers): ([(place: Int, cell: StoredCell)], [(place: Int, cell: StoredCell)]) = ([], [])
      var changes: [AttributeChange] = []
      for (place, raw) in model.attributes(of: node).texts(of: places) {
        guard let edit = try? renames[place].edit(of: node, storing: raw) else { return nil }
        cells += edit.cells.prefix(1)
        formers += edit.cells.dropFirst()
        changes += edit.changes
        used.insert(place)
      }
      cells += formers
      // Several names may belong to one property, and the value from one step may disable the property of another.
      guard Set(cells.map(\.place)).count == cells.count, cells.allSatisfy({ binding.enabling[$0.place] == nil }) else {
        return nil
      }
      if !changes.isEmpty { edits.append(ObjectEdit(node, cells: cells, changes: changes)) }
    }
    guard used.count == count else { return nil }
  }
}

extension ObjectAttributes {
  /// Returns the texts of the attributes with the given keys, each with its key's number, sorted by that number.
  fileprivate func texts(of numbers: [ExactText: Int]) -> [(number: Int, text: [UInt8])] {
    var found: [(number: Int, text: [UInt8])] = []
    visit { key, value in
      if let number = numbers[ExactText(JSONString.decode(key))] { found.append((number, Array(value))) }
      return true
    }
    return found.sorted { $0.number < $1.number }
  }
}

extension Selector {
  /// True if the selector depends on anything besides ids and classes.
  fileprivate var readsValues: Bool {
    alternatives.contains { path in
      path.steps.contains { !$0.compound.predicates.isEmpty || !$0.compound.pseudoClasses.isEmpty }
    }
  }
}
