internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that replaces placeholders with the objects that they represent. The scene shows the same objects
  /// as before. An unpacked object has the id from its template or, if that id is in use, its full address as its id.
  public static func unpack(_ selector: Selector) -> EditStep { EditStep(UnpackStep(selector: selector)) }
}

struct UnpackStep: SelectingStep {
  let selector: Selector

  static let verbs = ["unpack"]
  static let help = "replaces placeholders with the objects for which they stand"

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    // Values that earlier steps set on the placeholders are unpacked, too.
    try transaction.storeRuntimeAttributes()
    let document = transaction.model.document
    let matched = try transaction.select(selector)
    let nodes = matched.filter { !document.isInner($0) }
    let unpacked = NodeSet(nodes)
    do throws(CompositionRefusal) {
      // Placeholders of a template are unpacked with it.
      for node in matched where !document.isInner(node) || !unpacked.contains(document.placeholder(of: node)) {
        try document.checkUnpacking(node)
      }
    } catch {
      throw Diagnostic(error, file: document.name)
    }
    try transaction.check(
      nodes.flatMap { node in
        (node..<document.afterSubtree(node)).map { ConflictCheck.Touch(node: $0, what: .everything) }
      })
    // A placeholder that is not unpacked is copied verbatim, so selected objects inside it are unpacked in a later
    // round.
    var rest = nodes.map(document.id)
    while !rest.isEmpty {
      let (now, later) = Self.round(rest, in: transaction.model.document)
      guard !now.isEmpty else { break }
      try Unpacking(now, in: transaction).perform()
      rest = later
    }
    return 1
  }

  /// Splits placeholders into those that can be unpacked together and those that need a later round, by their ids. A
  /// placeholder is unpacked later if it is inside a selected one, with an unselected placeholder between the two.
  private static func round(_ ids: [String], in document: SceneDocument) -> (now: [NodeIndex], later: [String]) {
    let nodes = ids.compactMap { document.node(id: $0) }.sorted()
    let selected = NodeSet(nodes)
    var (now, later): ([NodeIndex], [String]) = ([], [])
    for node in nodes {
      var (stays, isLater) = (false, false)
      var ancestor = document.parent(node)
      while let object = ancestor, !isLater {
        if selected.contains(object) {
          isLater = stays
        } else if document.isInstance(object), !document.isInner(object) {
          stays = true
        }
        ancestor = document.parent(object)
      }
      if isLater { later.append(document.id(node)) } else { now.append(node) }
    }
    return (now, later)
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

/// The replacement of placeholders with the objects that they represent.
private struct Unpacking {
  private let transaction: Transaction

  /// The placeholders, in document order.
  private let nodes: [NodeIndex]

  /// The outermost placeholders in `nodes`, each with the size of its subtree.
  private var tops: [(node: NodeIndex, id: String, count: Int)] = []

  /// The references between objects of the same outermost placeholder, with that placeholder's index in `tops`. Both
  /// objects are numbered relative to the placeholder.
  private var references: [(top: Int, offset: Int, place: Int, target: Int)] = []

  /// The objects whose bindings or stored values must be rewritten, because several documents define them.
  private var changed: [(top: Int, offset: Int, object: UnpackedObject)] = []

  private var model: SceneModel { transaction.model }

  init(_ nodes: [NodeIndex], in transaction: Transaction) {
    (self.nodes, self.transaction) = (nodes, transaction)
    let (model, document) = (transaction.model, transaction.model.document)
    let unpacked = NodeSet(nodes)
    var end = NodeIndex(0)
    for node in nodes where node >= end {
      end = document.afterSubtree(node)
      tops.append((node, document.id(node), end - node))
      var member = node
      while member < end {
        // A placeholder among the children is not unpacked.
        if !unpacked.contains(member), document.isInstance(member), !document.isInner(member) {
          member = document.afterSubtree(member)
          continue
        }
        if let object = UnpackedObject(member, in: model) { changed.append((tops.count - 1, member - node, object)) }
        member = member + 1
      }
      guard model.hasReferences else { continue }
      for inner in node..<end {
        for reference in model.references(of: inner) {
          guard let target = document.node(id: reference.id), target >= node, target < end else { continue }
          references.append((tops.count - 1, inner - node, reference.place, target - node))
        }
      }
    }
  }

  func perform() throws(Diagnostic) {
    try keepColors()
    let document = model.document
    let dangling = danglingIDs
    let unpacked = NodeSet(nodes)
    // The numbers of the objects that each placeholder's template supplies, counted from the outermost placeholder.
    let places = nodes.map { node in
      let top = (tops.lastIndex { $0.node <= node }) ?? 0
      return (
        top: top, offset: node - tops[top].node, id: document.id(node), count: document.innerObjects(of: node).count
      )
    }
    var changes: [StructureChange] = []
    for (node, _, _) in tops {
      let parent = document.parent(node)
      let siblings = parent.map { Array(document.children($0)) } ?? Array(document.roots)
      let index = siblings.prefix { $0 < node }.count { !unpacked.contains($0) }
      let text = document.unpackedText(of: node) { unpacked.contains($0) }
      changes += [.insert(object: text, at: .at(index, in: parent)), .remove(node)]
    }
    // The scene shows the same objects with the same values, so components have nothing to judge.
    try transaction.restructure(changes, judges: false)
    try settle()
    try shortenIDs(places, keepingFree: dangling)
    try follow()
    model.readPalette()
  }

  /// Returns the current number of an outermost placeholder, given its index in `tops`.
  private func present(_ top: Int) -> NodeIndex? { model.document.node(id: tops[top].id) }

  /// Writes the bindings of the objects, and removes the stored values that have no effect.
  private func settle() throws(Diagnostic) {
    var changes: [StructureChange] = []
    for (top, offset, object) in changed {
      guard let node = present(top).map({ $0 + offset }) else { continue }
      if object.bindings != model.document.ownBindings(of: node) {
        changes.append(.setMember(SceneDocument.bindingsKey, object.bindings, of: node))
      }
    }
    if !changes.isEmpty { try transaction.restructure(changes, judges: false) }
    for (top, offset, object) in changed where !object.hiddenKeys.isEmpty {
      guard let node = present(top).map({ $0 + offset }) else { continue }
      try transaction.store(object.hiddenKeys.map { .remove(key: $0) }, in: [node])
    }
  }

  /// Copies the colours that the scene would lose with its templates to the scene's own palette, if objects use them.
  private func keepColors() throws(Diagnostic) {
    // Different notations of one colour do not conflict, and palette documents have precedence over templates.
    let gained = model.colorUses(of: model.document.colorsGained(unpacking: nodes).filter { model.isDisputed($0.text) })
    if let name = gained.keys.min(by: { $0.text < $1.text }) {
      throw Diagnostic(CompositionRefusal.disputedColor(name.text), file: model.document.name)
    }
    let colors = model.document.colorsLost(unpacking: nodes).filter { name, _ in
      model.palette.source(of: name.text) == nil && !model.isDisputed(name.text)
    }
    let uses = model.colorUses(of: Set(colors.keys))
    for (name, value) in colors.sorted(by: { $0.key.text < $1.key.text }) {
      guard let used = uses[name] else { continue }
      try Diagnostic.wrapping { () throws(SceneError) in
        transaction.edit.add(.palette(try model.write(palette: [.set(key: name.text, value: value)])))
      }
      transaction.edit.colors.insert(name.text)
      transaction.result.colors.append(
        ColorChange(name: name.text, old: nil, new: String(decoding: value, as: UTF8.self), uses: used.count))
    }
    model.readPalette()
  }

  /// The ids of references and constraints without a target. Unpacked objects must not get one of these ids.
  private var danglingIDs: Set<ExactText> {
    let document = model.document
    var ids: Set<ExactText> = []
    for node in document.objects {
      if model.hasReferences {
        for reference in model.references(of: node) where document.node(id: reference.id) == nil {
          ids.insert(ExactText(reference.id))
        }
      }
      document.forEachReference(of: node) { reference, _ in
        if document.node(id: reference.id) == nil { ids.insert(ExactText(reference.id)) }
      }
    }
    return ids
  }

  /// Removes the placeholder's prefix from the objects' ids. An id is kept if the short id is in use or dangling, or if
  /// a reference to the short id would resolve to a different object.
  private func shortenIDs(
    _ places: [(top: Int, offset: Int, id: String, count: Int)], keepingFree dangling: Set<ExactText>
  ) throws(Diagnostic) {
    let document = model.document
    var referring: [ExactText: [PropertyReference]] = [:]
    if model.hasReferences {
      for reference in document.objects.flatMap(model.references) {
        referring[ExactText(reference.id), default: []].append(reference)
      }
    }
    func isCaptured(_ short: String, _ inner: NodeIndex) -> Bool {
      (referring[ExactText(document.id(inner))] ?? []).contains { reference in
        guard let binding = model.binding(of: reference.node) else { return false }
        let key = model.storedKey(reference.node, binding, at: reference.place)
        return !document.address(short, from: reference.node, key: key).isExactly(short)
      }
    }
    var changes: [StructureChange] = []
    var taken: Set<ExactText> = []
    for place in places {
      guard let node = present(place.top).map({ $0 + place.offset }) else { continue }
      for inner in node + 1..<node + 1 + place.count {
        guard let short = document.id(inner).rest(after: place.id + "/"), document.node(id: short) == nil,
          !dangling.contains(ExactText(short)), !isCaptured(short, inner), taken.insert(ExactText(short)).inserted
        else { continue }
        changes.append(.setID(short, of: inner))
      }
    }
    if !changes.isEmpty { try transaction.restructure(changes) }
  }

  /// Updates the references between unpacked objects to their current ids. References that a template still supplies
  /// are left unchanged.
  private func follow() throws(Diagnostic) {
    let document = model.document
    var values: [NodeIndex: [(place: Int, id: String)]] = [:]
    for (top, offset, place, target) in references {
      guard let first = present(top), let binding = model.binding(of: first + offset) else { continue }
      let node = first + offset
      guard document.writes(model.storedKey(node, binding, at: place), of: node) else { continue }
      values[node, default: []].append((place, document.id(first + target)))
    }
    try transaction.follow(values.compactMap { ObjectEdit(storing: $1, in: $0, model) }.sorted { $0.node < $1.node })
  }
}

/// The bindings of an object from several documents, merged for a single document, and the values to remove from it.
private struct UnpackedObject {
  /// The JSON text of the merged bindings; nil if there are none.
  let bindings: [UInt8]?

  /// The stored keys without effect, because an outer document stores or binds the same property.
  let hiddenKeys: [String]

  /// Merges the bindings of an object from all of its documents; nil if the object needs no rewriting.
  init?(_ node: NodeIndex, in model: SceneModel) {
    let binding = model.binding(of: node)
    hiddenKeys = binding.map { model.overriddenKeys(of: node, $0) } ?? []
    let bound = binding.map { model.bindings(of: node, $0) } ?? []
    var entries: [BindingList.Entry] = []
    var isChanged = false
    model.document.forEachBindingsText(of: node) { text, source, offset, layer in
      for entry in BindingList(Array(text)).entries {
        var isKept = !entries.contains { $0.property == entry.property }
        if isKept, let key = binding?.key(named: entry.property), entry.problem == nil {
          let winner = bound.first { $0.place == key.place }
          let isWinner = winner.map { $0.source === source && $0.offset == offset + entry.offset } ?? false
          isKept = isWinner && winner.map { $0.hiddenBy == nil || $0.isHiddenHere } ?? true
        }
        if isKept { entries.append(entry) }
        if !isKept || layer > 0 { isChanged = true }
      }
    }
    guard isChanged || !hiddenKeys.isEmpty else { return nil }
    let members = entries.map { JSONString.quoted($0.property) + Array(": \($0.text)".utf8) }
    bindings =
      members.isEmpty ? nil : Array("{ ".utf8) + members.joined(separator: Array(", ".utf8)) + Array(" }".utf8)
  }
}
