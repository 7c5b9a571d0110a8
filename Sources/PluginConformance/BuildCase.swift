package import InspectorKit
internal import JSONText

extension StoredCell {
  /// The value; nil if the value is nil or absent.
  package var value: PropertyValue? { if case .value(let value) = self { value } else { nil } }

  /// The value as JSON text; a text of more than 200 bytes is truncated, and followed by its length.
  var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    guard bytes.count > 200 else { return String(decoding: bytes, as: UTF8.self) }
    return "\(String(decoding: bytes.prefix(80), as: UTF8.self))… (\(bytes.count) bytes)"
  }
}

/// A component to build from stored attributes, or to edit.
package struct BuildCase {
  /// The stored attributes.
  package var stored: [String: StoredCell]

  /// The edited property and its new value; nil if the component is only built.
  package var edit: (property: String, cell: StoredCell)?

  /// The size in which the component is drawn or touched, if the request requires one; nil for the size of its frame.
  package var size: Size?

  /// The point of a touch; nil unless the request tests touches.
  package var touch: Point?

  /// The values that extensions write, which are set after the stored attributes and before `awake`. All cases of a
  /// request write the same properties.
  package var writes: [(property: String, cell: StoredCell)] = []

  package init(stored: [String: StoredCell] = [:], edit: (property: String, cell: StoredCell)? = nil) {
    (self.stored, self.edit) = (stored, edit)
  }

  /// The stored attributes after the edit.
  package var after: [String: StoredCell] {
    var after = stored
    if let edit { after[edit.property] = edit.cell == .absent ? nil : edit.cell }
    return after
  }

  /// Appends the case as a row of a request: a cell for each property, for the edit, for each value of the parent, for
  /// each write, for the size, and for the touch.
  func append(to bytes: inout [UInt8], of request: BuildRequest) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    func comma() {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
    }
    for property in request.properties {
      comma()
      (stored[property] ?? .absent).append(to: &bytes)
    }
    if let edit {
      comma()
      edit.cell.append(to: &bytes)
    }
    for (_, value) in request.parent {
      comma()
      bytes += Array("{\"\(value.type.rawValue)\":".utf8)
      value.appendJSON(to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    for (_, cell) in writes {
      comma()
      cell.append(to: &bytes)
    }
    if request.draws || request.touches {
      comma()
      (size.map { StoredCell.value(.size($0)) } ?? .absent).append(to: &bytes)
    }
    if request.touches {
      comma()
      StoredCell.value(.point(touch ?? .zero)).append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

/// The part of a request that all its rows share.
package struct BuildRequest {
  var className: String
  var mode: WorkerProtocol.Mode
  var properties: [String]
  var edited: String?
  var parent: [(name: String, value: PropertyValue)]
  var asksLifecycle: Bool

  /// True if each component draws itself.
  package var draws = false

  /// True if each component reports whether it accepts a touch.
  package var touches = false

  /// The action to run on each component; nil for no action.
  package var action: String?

  /// The settings that have a value, with their values.
  package var settings: [(name: String, value: PropertyValue)] = []

  /// True if components are recreated because an edit is undone or redone.
  package var isUndo = false

  package init(
    className: String, mode: WorkerProtocol.Mode, properties: [String], edited: String? = nil,
    parent: [(name: String, value: PropertyValue)] = [], asksLifecycle: Bool = false
  ) {
    self.className = className
    self.mode = mode
    self.properties = properties
    self.edited = edited
    self.parent = parent
    self.asksLifecycle = asksLifecycle
  }

  /// Returns the request as a message with a row for each case.
  package func message(id: Int, _ rows: [BuildCase]) -> [UInt8] {
    var build = JSONLine()
    build.add("class", .string(className))
    build.add("mode", .string(mode.rawValue))
    build.add("properties", .array(properties.map(JSON.string)))
    if let action { build.add("run", .string(action)) }
    if isUndo { build.add("cause", "undo") }
    if let edited { build.add("edits", [.string(edited)]) }
    if !parent.isEmpty { build.add("parent", .array(parent.map { .string($0.name) })) }
    let writes = rows.first?.writes ?? []
    if !writes.isEmpty { build.add("writes", .array(writes.map { .string($0.property) })) }
    if !settings.isEmpty { build.add("settings", .object(settings.map { JSON.Member($0.name, $0.value.json) })) }
    if asksLifecycle { build.add("lifecycle", true) }
    if draws { build.add("draw", true) }
    if touches { build.add("touch", true) }
    var bytes = Array(#"{"id":\#(id),"build":\#(build.text.dropLast()),"rows":["#.utf8)
    for (count, row) in rows.enumerated() {
      if count > 0 { bytes.append(UInt8(ascii: ",")) }
      row.append(to: &bytes, of: self)
    }
    return bytes + Array("]}}".utf8)
  }
}
