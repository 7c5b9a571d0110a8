package import InspectorKit
package import SceneDocument

/// A request to a plugin to build objects of a class, without the objects.
package struct ComponentRequest {
  package var definition: ComponentDefinition
  package var mode: WorkerProtocol.Mode

  /// Whether components are recreated since an edit is undone or redone.
  package var isUndo: Bool = false

  /// The properties that are given new values, in the order in which they are set.
  package var edits: [String] = []

  /// The properties that extensions write, in the order in which they are set.
  package var writes: [String] = []

  /// The action that is run on each component; nil for none.
  package var action: String?

  /// Whether stored values are held against the rules of their properties.
  package var validates: Bool = false

  /// False where only stored values are looked at, and no component is built.
  var runsHooks: Bool = true

  /// Whether answers to edits contain the values before the edit.
  package var wantsBefore: Bool = true

  /// Whether answers contain what happened step by step.
  package var wantsLifecycle: Bool = false

  /// Whether components draw themselves, and the size of each: nil for that of its frame.
  package var sizes: ((NodeIndex) -> Size?)?

  /// The failure that the objects are suspected of. Steps are reported from the start then; where it is a hang, the plugin
  /// is asked for one object at a time.
  var suspicion: PluginFailure?

  /// Whether each of the objects has had its time already, so that a short silence shows that it hangs.
  var hasHung = false

  package init(
    definition: ComponentDefinition, mode: WorkerProtocol.Mode, isUndo: Bool = false, edits: [String] = [],
    validates: Bool = false, runsHooks: Bool = true, wantsBefore: Bool = true, wantsLifecycle: Bool = false,
    suspicion: PluginFailure? = nil
  ) {
    self.definition = definition
    self.mode = mode
    self.isUndo = isUndo
    self.edits = edits
    self.validates = validates
    self.runsHooks = runsHooks
    self.wantsBefore = wantsBefore
    self.wantsLifecycle = wantsLifecycle
    self.suspicion = suspicion
  }
}

extension ComponentRequest {
  /// An edit and all others of its properties in the same order.
  package init(editOf edit: ObjectEdit, _ binding: ClassBinding, wantsBefore: Bool) {
    let built = binding.built.properties
    self.init(
      definition: binding.built, mode: .edit,
      edits: edit.cells.compactMap { $0.place < built.count ? built[$0.place].name : nil }, wantsBefore: wantsBefore)
  }
}

extension ComponentRequest {
  /// Appends the last cell of a row to it: the size in which the object is drawn.
  func appendSize(of node: NodeIndex, to bytes: inout [UInt8]) {
    guard let sizes else { return }
    bytes.append(UInt8(ascii: ","))
    (sizes(node).map { StoredCell.value(.size($0)) } ?? .absent).append(to: &bytes)
  }
}
