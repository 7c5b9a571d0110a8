package import InspectorKit
package import SceneDocument

/// A cache of the frames of a scene's objects after layout. Each frame is computed when it is first requested.
///
/// The ancestors that affect an object's position are built with it, unless they were built before.
package final class LayoutFrames {
  private let model: SceneModel
  package private(set) var layout: SceneLayout
  private var taken = NodeSet()

  /// The objects built only for the layout of their children, and not requested by any caller yet.
  private var waiting: [NodeIndex: BuiltObject] = [:]

  /// Creates an empty cache of the frames in a scene.
  ///
  /// - Parameter findsFreedom: true to find the sides and lengths that constraints do not determine.
  package init(_ model: SceneModel, findsFreedom: Bool = false) {
    self.model = model
    layout = SceneLayout(model.document, findsFreedom: findsFreedom)
  }

  /// The failures of components that were built only for the layout of their children.
  package var failures: [Diagnostic] {
    waiting.values.sorted { $0.node < $1.node }.compactMap { built in
      built.answer.failure.map { model.diagnostic($0, built.node) }
    }
  }

  /// The number of objects built at once: enough to keep workers busy, few enough to fit in memory.
  private static let batch = 4096

  /// Builds objects, and passes each to `body` once its frame is available. Stops if the job is cancelled.
  ///
  /// - Parameter wantsComputed: true to run the getters of extensions for every object, not only for those with
  ///   stored values of extensions.
  package func build(_ nodes: [NodeIndex], wantsComputed: Bool = false, _ body: (BuiltObject) -> Void) {
    var rest = nodes[...]
    while !rest.isEmpty, !model.job.isCancelled {
      build(batch: rest.prefix(Self.batch), wantsComputed: wantsComputed, body)
      rest = rest.dropFirst(Self.batch)
    }
  }

  private func build(batch: ArraySlice<NodeIndex>, wantsComputed: Bool, _ body: (BuiltObject) -> Void) {
    var objects: [BuiltObject] = []
    let asked = NodeSet(batch)
    var wanted = asked
    for node in batch {
      if let built = waiting.removeValue(forKey: node), !wantsComputed || built.binding.getters.isEmpty {
        objects.append(built)
        wanted.remove(node)
      }
      var next = model.document.layoutParent(of: node)
      while let member = next, !taken.contains(member), wanted.insert(member) {
        next = model.document.layoutParent(of: member)
      }
    }
    model.build(wanted, wantsComputed: wantsComputed) { [self] built in
      layout.take(EffectiveValues(model: model, built: built))
      taken.insert(built.node)
      if asked.contains(built.node) { objects.append(built) } else { waiting[built.node] = built }
    }
    for built in objects { body(built) }
  }

  /// Returns true if an object's frame is known: neither its component nor that of any object that affects its layout
  /// has failed. Call it only for an object that was built.
  package func isKnown(_ values: EffectiveValues) -> Bool {
    values.areKnown && layout.outcome(of: values.node)?.isKnown != false
  }

  /// Returns the frame of an object or one of its parts, or one number of the frame, such as its width; nil if there is
  /// no such frame. Call it only if ``isKnown(_:)`` returns true.
  package func value(_ path: LayoutPath, of values: EffectiveValues) -> PropertyValue? {
    path.value(of: frame(ofPart: path.part, of: values))
  }

  /// Returns the whole frame of a part, or of the object itself if the part's name is empty; nil if there is no such
  /// frame.
  func frame(ofPart part: String, of values: EffectiveValues) -> Rect? {
    guard let own = layout.outcome(of: values.node)?.layout.frame else { return nil }
    return part.isEmpty ? own : Self.frame(ofPart: part, in: own.size, values)
  }

  /// Returns the frame of a part in the coordinates of the part or object that contains it; nil if the class has no
  /// such part, or the part has no frame.
  ///
  /// - Parameter size: the size of the object.
  private static func frame(ofPart name: String, in size: Size, _ values: EffectiveValues) -> Rect? {
    let binding = values.binding
    guard let part = binding.definition.parts.first(where: { $0.name == name }),
      binding.place(of: "\(name).frame") != nil
    else { return nil }
    var size = size
    if let dot = name.lastIndex(of: ".") {
      guard let owner = frame(ofPart: String(name[..<dot]), in: size, values) else { return nil }
      size = owner.size
    }
    return part.layout(in: size) { property in
      binding.place(of: "\(name).\(property)").flatMap { values[$0] }
    }.frame
  }
}
