internal import InspectorKit
internal import JSONText
package import SceneDocument

/// A reader of objects' column values, which resolves the columns once for each class.
package final class ColumnReader {
  private let model: SceneModel
  package let columns: [FindColumn]

  /// The resolved columns, keyed by class number.
  private var classes: [Int: ClassColumns] = [:]

  /// The frames after layout; nil if no column name can refer to a frame.
  package let frames: LayoutFrames?

  private struct ClassColumns {
    var binding: ClassBinding?

    /// The property or frame that each column shows; nil if the class has no such property or frame, and for a column
    /// such as `id`, which every object has.
    var paths: [QueryPath?]

    /// True if at least one column needs a built component.
    var needsComponent: Bool

    /// True if an extension computes the value of at least one column.
    var isComputed: Bool

    /// The indexes of the columns whose property the class does not declare. These columns show stored values.
    var open: [Int]
  }

  /// Creates a reader of columns in a scene.
  ///
  /// - Parameter isStrict: true to refuse unknown names; false to leave their columns empty.
  /// - Throws: `unknown.property` for a name that no class declares and no object stores.
  package init(_ model: SceneModel, _ columns: [FindColumn], isStrict: Bool = true) throws(Diagnostic) {
    self.model = model
    self.columns = columns
    let mayBeFrames = columns.contains { column in
      if case .effective(let name) = column.kind { LayoutPath.mayBeMeant(by: name) } else { false }
    }
    frames = mayBeFrames ? LayoutFrames(model) : nil
    guard isStrict else { return }
    // The definitions are read lazily, since reading all of them takes longer than a small search.
    let definitions = model.registry.allEntries.lazy.map(\.definition)
    for column in columns where !column.mayBeUnknown {
      guard let name = column.property, !definitions.contains(where: { QueryPath(name, of: $0) != nil }),
        !model.storesAnywhere(name)
      else { continue }
      if let refusal = QueryPath.refusal(of: name, in: definitions) { throw Diagnostic(refusal) }
      let present = model.document.classNames.indices.flatMap { classID -> [String] in
        if case .known(let binding) = model.meaning(ofClass: classID) {
          QueryPath.names(of: binding.definition)
        } else {
          []
        }
      }
      let suggestion =
        DidYouMean.suggestion(for: name, among: present + ["id", "class", "name", "parent", "scene"])
        ?? DidYouMean.suggestion(for: name, among: definitions.flatMap(QueryPath.names))
      throw Diagnostic(QueryRefusal.unknownColumn(name, suggestion: suggestion))
    }
  }

  /// Returns true if reading an object's columns requires its component.
  package func needsComponent(_ node: NodeIndex) -> Bool { columns(of: node).needsComponent }

  /// Returns true if an extension computes one of an object's columns.
  package func needsComputed(_ node: NodeIndex) -> Bool { columns(of: node).isComputed }

  /// Builds the objects' components, and passes each object to `body` as soon as its columns can be read.
  package func build(_ nodes: [NodeIndex], _ body: @escaping (BuiltObject) -> Void) {
    let wantsComputed = nodes.contains(where: needsComputed)
    guard let frames else { return model.build(nodes, wantsComputed: wantsComputed, body) }
    frames.build(nodes, wantsComputed: wantsComputed, body)
  }

  /// Returns the column values of an object that needs no component for them.
  package func values(_ node: NodeIndex) -> [ColumnValue] { values(node, nil) }

  /// Returns the column values of an object whose component was built or failed.
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

  /// Returns the indexes of the columns of effective values whose properties a class does not declare. Returns none for
  /// a class whose plugin cannot be used, since that plugin may declare them.
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

  /// Returns the indexes of the columns that show an object's stored values of undeclared properties.
  package func undeclared(_ node: NodeIndex, _ values: [ColumnValue]) -> [Int] {
    columns(of: node).open.filter { values[$0] != .absent }
  }

  /// Returns an effective value; absent if the component failed. A property that no plugin declares shows its stored
  /// value.
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
      if let text = model.document.unreadText(of: binding.definition.properties[reference.place].name, node) {
        return .raw(Self.inOneLine(Array(text.utf8)))
      }
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
    if model.bound(node, binding, at: reference.place) != nil { return .absent }
    // The stored text of an invalid value is shown.
    return raw(model.storedKey(node, binding, at: reference.place), node)
  }

  /// Returns the value stored under a name that no plugin declares; absent if nothing is stored under the name.
  private func untyped(_ name: String, _ node: NodeIndex) -> ColumnValue {
    model.undeclaredValue(name, of: node).map { .value($0) } ?? raw(name, node)
  }

  private func raw(_ key: String, _ node: NodeIndex) -> ColumnValue {
    guard let raw = model.undeclaredText(key, of: node) else { return .absent }
    return raw.first == UInt8(ascii: "n") ? .unset : .raw(Self.inOneLine(raw))
  }

  /// Removes the whitespace between the tokens of valid JSON.
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
