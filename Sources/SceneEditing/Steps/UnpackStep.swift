internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that replaces placeholders by the objects for which they stand. The scene shows the same objects as
  /// before. An object inside keeps its address as its id if another object has the id that the template gives it.
  public static func unpack(_ selector: Selector) -> EditStep { EditStep(UnpackStep(selector: selector)) }
}

struct UnpackStep: SelectingStep {
  let selector: Selector

  static let verbs = ["unpack"]
  static let help = "replaces placeholders by the objects for which they stand"

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let document = transaction.model.document
    var ids: [String] = []
    for node in try transaction.select(selector) {
      do throws(CompositionRefusal) {
        try document.checkUnpacking(node)
      } catch {
        throw Diagnostic(error, file: document.name)
      }
      ids.append(document.id(node))
    }
    for id in ids {
      if let node = transaction.model.document.node(id: id) { try Unpacking(node, in: transaction).perform() }
    }
    return 1
  }

  var summary: String { "unpack \(selector.text)" }

  var needs: [StepNeed] { [.objects(selector, .everything)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .unpack($0) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .unpack(try script.selector("unpack", .selector))
  }

  func write(to script: inout JSONLine) { script.add("unpack", selector) }
}

/// The replacement of one placeholder by the objects for which it stands.
private struct Unpacking {
  private let transaction: Transaction
  private let node: NodeIndex
  private let id: String

  /// The number of the objects that the template supplies.
  private let count: Int

  /// The references of these objects to each other, by the numbers of both, counted from the placeholder.
  private let references: [(offset: Int, place: Int, target: Int)]

  private var model: SceneModel { transaction.model }

  init(_ node: NodeIndex, in transaction: Transaction) {
    (self.node, self.transaction) = (node, transaction)
    let model = transaction.model
    let (document, nodes) = (model.document, node..<model.document.afterSubtree(node))
    id = document.id(node)
    count = document.innerObjects(of: node).count
    references =
      model.hasReferences
      ? nodes.flatMap { node in
        model.references(of: node).compactMap { reference -> (Int, Int, Int)? in
          guard let target = document.node(id: reference.id), nodes.contains(target) else { return nil }
          return (node - nodes.lowerBound, reference.place, target - nodes.lowerBound)
        }
      } : []
  }

  func perform() throws(Diagnostic) {
    try keepColors()
    let document = model.document
    let parent = document.parent(node)
    let index = (parent.map { Array(document.children($0)) } ?? Array(document.roots)).prefix { $0 < node }.count
    let text = document.currentText(of: node)
    try transaction.restructure([.insert(object: text, at: .at(index, in: parent)), .remove(node)])
    guard let top = model.document.node(id: id) else { return }
    try shortenIDs(below: top)
    try follow(top)
  }

  /// Adds the colours of the template that the objects use to the scene's own palette.
  private func keepColors() throws(Diagnostic) {
    let document = model.document
    let colors = document.templateColors
    let nodes = node..<document.afterSubtree(node)
    let used = model.colorUses(of: Set(colors.keys)).filter { _, uses in
      uses.known.contains { nodes.contains($0.node) } || uses.runtime.contains { nodes.contains($0.0) }
        || uses.unclear.contains { nodes.contains($0.0) }
    }
    let own = document.written.palette.map { ExactText($0.name) }
    let missing = used.keys.filter { !own.contains($0) }.sorted { $0.text < $1.text }
    for name in missing {
      guard let value = colors[name] else { continue }
      try Diagnostic.wrapping { () throws(SceneError) in
        transaction.edit.add(.palette(try model.write(palette: [.set(key: name.text, value: value)])))
      }
    }
    if !missing.isEmpty { model.readPalette() }
  }

  /// Removes the placeholder's id from the ids of the objects, where no other object has the rest.
  private func shortenIDs(below top: NodeIndex) throws(Diagnostic) {
    let document = model.document
    var changes: [StructureChange] = []
    var taken: Set<ExactText> = []
    for inner in top + 1..<top + 1 + count {
      guard let short = document.id(inner).rest(after: id + "/"), document.node(id: short) == nil,
        taken.insert(ExactText(short)).inserted
      else { continue }
      changes.append(.setID(short, of: inner))
    }
    if !changes.isEmpty { try transaction.restructure(changes) }
  }

  /// Makes the references of the objects to each other name the ids that they have now.
  private func follow(_ top: NodeIndex) throws(Diagnostic) {
    let document = model.document
    var values: [NodeIndex: [(place: Int, id: String)]] = [:]
    for (offset, place, target) in references {
      values[top + offset, default: []].append((place, document.id(top + target)))
    }
    try transaction.follow(values.compactMap { ObjectEdit(storing: $1, in: $0, model) }.sorted { $0.node < $1.node })
  }
}
