internal import InspectorKit
internal import JSONText
package import SceneDocument

/// Reads the columns of objects, resolved class by class.
package final class ColumnReader {
  private let model: SceneModel
  package let columns: [FindColumn]

  /// By the number of the class.
  private var classes: [Int: ClassColumns] = [:]

  /// The frames after layout, where a column may be one.
  package let frames: LayoutFrames?

  private struct ClassColumns {
    var binding: ClassBinding?

    /// For each column what it means; nil where the class has no such thing, or it is what every object has.
    var paths: [QueryPath?]

    /// Whether a component must be built.
    var needsComponent: Bool

    /// Whether an extension must be asked.
    var isComputed: Bool

    /// The columns whose property the class does not declare, so that they show what objects store; by their places.
    var open: [Int]
  }

  /// - Parameter isStrict: whether names that nothing has are mistakes; else the columns are empty.
  /// - Throws: `unknown.property` for a name that neither a class nor a stored key has.
  package init(_ model: SceneModel, _ columns: [FindColumn], isStrict: Bool = true) throws(EditError) {
    self.model = model
    self.columns = columns
    let mayBeFrames = columns.contains { column in
      if case .effective(let name) = column.kind { LayoutPath.mayBeMeant(by: name) } else { false }
    }
    frames = mayBeFrames ? LayoutFrames(model) : nil
    guard isStrict else { return }
    // Reading them all takes longer than a small search.
    let definitions = model.registry.allEntries.lazy.map(\.definition)
    for column in columns {
      guard let name = column.property, !definitions.contains(where: { QueryPath(name, of: $0) != nil })
      else { continue }
      if model.document.storesAnywhere(name) { continue }
      let names = definitions.flatMap(QueryPath.names)
      let suggestion = DidYouMean.suggestion(
        for: name, among: names + ["id", "class", "name", "parent", "scene"])
      throw EditError(QueryRefusal.unknownColumn(name, suggestion: suggestion))
    }
  }

  /// Whether there are none to read.
  package var isEmpty: Bool { columns.isEmpty }

  /// Whether the columns of an object can only be read from its component.
  package func needsComponent(_ node: NodeIndex) -> Bool { columns(of: node).needsComponent }

  /// Whether a column of an object is a value that an extension computes.
  package func needsComputed(_ node: NodeIndex) -> Bool { columns(of: node).isComputed }

  /// Builds objects for their columns, and hands each to `body` when they can be read.
  package func build(_ nodes: [NodeIndex], _ body: @escaping (BuiltObject) -> Void) {
    let wantsComputed = nodes.contains(where: needsComputed)
    guard let frames else { return model.build(nodes, wantsComputed: wantsComputed, body) }
    frames.build(nodes, wantsComputed: wantsComputed, body)
  }

  /// The columns of an object whose component is not needed.
  package func values(_ node: NodeIndex) -> [ColumnValue] { values(node, nil) }

  /// The columns of an object whose component was built, or failed.
  package func values(_ built: EffectiveValues) -> [ColumnValue] { values(built.node, built) }

  private func values(_ node: NodeIndex, _ built: EffectiveValues?) -> [ColumnValue] {
    let known = columns(of: node)
    return zip(columns, known.paths).map { column, path in
      switch column.kind {
      case .id: .value(.string(model.document.id(node)))
      case .className: .value(.string(model.document.className(node)))
      case .name: model.document.objectName(node).map { .value(.string($0)) } ?? .absent
      case .parent: model.document.parent(node).map { .value(.string(model.document.id($0))) } ?? .absent
      case .stored(let name): stored(name, node, known.binding, path)
      case .effective(let name): effective(name, node, known, path, built)
      }
    }
  }

  private func columns(of node: NodeIndex) -> ClassColumns {
    let classID = model.document.classID(node)
    if let columns = classes[classID] { return columns }
    let binding = model.binding(of: node)
    let paths = columns.map { column in
      column.property.flatMap { name in binding.flatMap { QueryPath(name, of: $0) } }
    }
    var made = ClassColumns(
      binding: binding, paths: paths, needsComponent: false, isComputed: false, open: open(classID, paths))
    for case (.effective, let path?) in zip(columns.map(\.kind), paths) {
      switch path {
      case .property(let reference):
        made.needsComponent = made.needsComponent || binding?.definition.isInert == false
        made.isComputed = made.isComputed || binding?.getters.contains(reference.place) == true
      case .layout: made.needsComponent = true
      }
    }
    classes[classID] = made
    return made
  }

  /// The columns of effective values that a class does not declare. A class whose plugin cannot be used may declare them.
  private func open(_ classID: Int, _ paths: [QueryPath?]) -> [Int] {
    var clashes: [String: [InstalledPlugin]] = [:]
    switch model.meaning(ofClass: classID) {
    case .unknown: break
    case .known(let binding): clashes = binding.clashes
    case .ambiguous, .refused: return []
    }
    return columns.indices.filter { place in
      if case .effective(let name) = columns[place].kind { paths[place] == nil && clashes[name] == nil } else { false }
    }
  }

  /// The places of the columns in which an object shows a stored value that no plugin declares.
  package func undeclared(_ node: NodeIndex, _ values: [ColumnValue]) -> [Int] {
    columns(of: node).open.filter { values[$0] != .absent }
  }

  /// An effective value; absent where the component failed. Of a property that no plugin declares there is the stored
  /// value only.
  private func effective(
    _ name: String, _ node: NodeIndex, _ known: ClassColumns, _ path: QueryPath?, _ built: EffectiveValues?
  ) -> ColumnValue {
    guard let binding = known.binding, let path else {
      let isOpen = known.open.contains { columns[$0].kind == .effective(name) }
      return isOpen ? untyped(name, node) : .absent
    }
    let values = built ?? EffectiveValues(model: model, node: node, binding: binding, answer: BuildReply())
    switch path {
    case .property(let reference):
      return values.areKnown ? ColumnValue(reference.part(of: values[reference.place])) : .absent
    case .layout(let path):
      guard let frames, frames.isKnown(values) else { return .absent }
      return frames.value(path, of: values).map { .value($0) } ?? .absent
    }
  }

  private func stored(
    _ name: String, _ node: NodeIndex, _ binding: ClassBinding?, _ path: QueryPath?
  ) -> ColumnValue {
    guard let binding, case .property(let reference)? = path else { return untyped(name, node) }
    if case .value(let value) = model.storedCell(node, binding, at: reference.place) {
      return ColumnValue(reference.part(of: value))
    }
    // A value that is refused is shown as it is written.
    return raw(model.storedKey(node, binding, at: reference.place), node)
  }

  /// What is stored under a name that no plugin knows.
  private func untyped(_ name: String, _ node: NodeIndex) -> ColumnValue {
    model.document.untypedValue(name, of: node).map { .value($0) } ?? raw(name, node)
  }

  private func raw(_ key: String, _ node: NodeIndex) -> ColumnValue {
    guard let raw = model.document.attribute(key, of: node) else { return .absent }
    return raw.first == UInt8(ascii: "n") ? .unset : .raw(Self.inOneLine(raw))
  }

  /// Valid JSON without the blanks between its parts.
  package static func inOneLine(_ raw: [UInt8]) -> String {
    var (bytes, isInString, isEscaped) = ([UInt8](), false, false)
    for byte in raw {
      if isInString {
        isInString = byte != UInt8(ascii: "\"") || isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else {
        if " \t\r\n".utf8.contains(byte) { continue }
        isInString = byte == UInt8(ascii: "\"")
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
