package import InspectorKit
package import PluginHost
package import SceneDocument

/// The settings of a request to a plugin to build objects of one class. The objects themselves are added as rows.
package struct ComponentRequest {
  package var definition: ComponentDefinition
  package var mode: WorkerProtocol.Mode

  /// True if components are recreated because an edit is undone or redone.
  package var isUndo: Bool = false

  /// The properties that receive new values, in the order in which they are set.
  package var edits: [String] = []

  /// The properties that extensions write, in the order in which they are set.
  package var writes: [String] = []

  /// The action that is run on each component; nil for none.
  package var action: String?

  /// True if stored values are checked against the rules of their properties.
  package var validates: Bool = false

  /// True if components are built and their hooks run; false if only stored values are examined.
  var runsHooks: Bool = true

  /// True if replies to edits contain the values before the edit.
  package var wantsBefore: Bool = true

  /// True if replies contain the lifecycle steps.
  package var wantsLifecycle: Bool = false

  /// A closure that returns the size in which a component draws itself, or nil for the size of its frame. If the
  /// closure itself is nil, nothing is drawn.
  package var sizes: ((NodeIndex) -> Size?)?

  /// A closure that returns the point at which a component is touched, relative to the component. If the closure is
  /// nil, no component is touched. A request with touches also has ``sizes``.
  package var touches: ((NodeIndex) -> Point)?

  /// The values of the settings that components of the class read, as the JSON text of an object; nil if they read
  /// none.
  package var settings: String?

  /// An earlier failure that one of the objects may have caused; nil if there was none. If there was one, the worker
  /// reports its steps from the first request on, and after a hang it receives one object at a time.
  var suspicion: PluginFailure?

  /// True if each object has already exceeded the time limit. A short silence then proves a hang.
  var hasHung = false

  /// Creates a request without settings, as in a program that loads a bundle.
  package init(definition: ComponentDefinition, mode: WorkerProtocol.Mode) {
    (self.definition, self.mode) = (definition, mode)
  }

  /// Creates a request to build objects of a class or of one of its extensions.
  ///
  /// - Parameters:
  ///   - plugin: the plugin that receives the request.
  ///   - model: the model of the scene, with the settings that the components read.
  package init(
    definition: ComponentDefinition, mode: WorkerProtocol.Mode, of plugin: InstalledPlugin, in model: SceneModel
  ) {
    self.init(definition: definition, mode: mode)
    if !definition.readsSettings.isEmpty { settings = model.settings.text(for: definition, of: plugin) }
  }

  /// Creates a request for all edits that set the same properties, in the same order, as a given edit.
  package init(editOf edit: ObjectEdit, _ binding: ClassBinding, wantsBefore: Bool, in model: SceneModel) {
    self.init(definition: binding.built, mode: .edit, of: binding.plugin, in: model)
    let built = binding.built.properties
    edits = edit.cells.compactMap { $0.place < built.count ? built[$0.place].name : nil }
    self.wantsBefore = wantsBefore
  }

  /// Appends the last cells of an object's row: the size in which the object is drawn or touched, or an absent cell for
  /// the size of its frame, and the point of a touch. Appends nothing for a request without drawings or touches.
  func appendSize(of node: NodeIndex, to bytes: inout [UInt8]) {
    guard let sizes else { return }
    bytes.append(UInt8(ascii: ","))
    (sizes(node).map { StoredCell.value(.size($0)) } ?? .absent).append(to: &bytes)
    guard let touches else { return }
    bytes.append(UInt8(ascii: ","))
    StoredCell.value(.point(touches(node))).append(to: &bytes)
  }
}
