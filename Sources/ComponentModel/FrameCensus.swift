package import InspectorKit
internal import JSONText
package import SceneDocument

/// The objects that a picture does not show because they have no frame or an empty one.
public struct FramelessObjects: Hashable, Sendable {
  /// The number of objects without a frame, or with an empty one.
  public var count: Int

  /// The number of all objects whose class has a frame.
  public var of: Int

  /// The id of the first object that has no frame or an empty one.
  public var first: String

  package init(count: Int, of: Int, first: String) { (self.count, self.of, self.first) = (count, of, first) }

  /// The finding in one sentence.
  public var message: String {
    let all = pluralised(of, "object")
    return count == 1
      ? "1 of \(all) has no frame or an empty one, and pictures do not show it; give '\(first)' a frame with a size"
      : "\(count) of \(all) have no frame or an empty one, and pictures do not show them; the first is '\(first)'; give each object a frame with a size"
  }
}

/// A count of the objects whose class has a frame. Objects with an empty frame are also counted separately, since a
/// picture does not show them.
package struct FrameCensus {
  /// The number of objects whose class has a frame.
  package private(set) var objects = 0

  /// The number of these objects whose frame is missing or has no extent, such as the default frame of views.
  package private(set) var frameless = 0

  /// The first of these objects; nil if all have a frame with an extent.
  package private(set) var first: NodeIndex?

  package init() {}

  /// Counts an object if its class has a frame.
  ///
  /// - Parameter hasFrame: true if the object's frame has an extent; nil if the class has no frame, so no picture is
  ///   meant to show the object.
  package mutating func add(_ node: NodeIndex, hasFrame: Bool?) {
    guard let hasFrame else { return }
    objects += 1
    guard !hasFrame else { return }
    frameless += 1
    first = min(first ?? node, node)
  }

  /// Returns the objects without a frame or with an empty one; nil if there are none.
  package func result(in document: SceneDocument) -> FramelessObjects? {
    first.map { FramelessObjects(count: frameless, of: objects, first: document.id($0)) }
  }
}

/// Frame censuses, one for each document of a composed scene. Each counts the objects that its document defines.
struct FrameCensuses {
  /// The composed scene; nil if the scene consists of a single document.
  private let composed: SceneDocument?
  private var own = FrameCensus()
  private var ofTemplates: [ObjectIdentifier: FrameCensus] = [:]

  init(of scene: SceneDocument) { composed = scene.isComposed ? scene : nil }

  /// The censuses of all documents, beginning with that of the scene itself.
  var all: [FrameCensus] { [own] + ofTemplates.values }

  /// Counts an object in the census of the document that defines it.
  mutating func add(_ node: NodeIndex, hasFrame: Bool?) {
    guard let composed else { return own.add(node, hasFrame: hasFrame) }
    guard hasFrame != nil else { return }
    let writer = composed.origin(of: node).document
    if writer === composed.written { return own.add(node, hasFrame: hasFrame) }
    ofTemplates[ObjectIdentifier(writer), default: FrameCensus()].add(node, hasFrame: hasFrame)
  }
}

extension SceneModel {
  /// Returns the frame that an object stores, for a picture of an object without a component; nil if the object stores
  /// no valid frame.
  package func storedFrame(of node: NodeIndex) -> Rect? {
    attributes(of: node)["frame"]?.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      guard case .rect(let rect)? = try? PropertyValue(json: &reader, as: .rect) else { return nil }
      return rect
    }
  }

  /// Returns true if a built object has a frame that is not empty, or constraints; nil if its class has no frame, or
  /// the frame is unknown.
  func hasFrame(_ built: BuiltObject) -> Bool? {
    guard let place = built.binding.framePlace else { return nil }
    // An object with constraints gets a frame from layout; `check` reports what its constraints leave undetermined.
    if document.hasConstraints(built.node) { return true }
    // Reading the stored frame costs less than reading the effective one.
    if !built.findings.lacksFrame, storedFrame(of: built.node)?.hasExtent == true { return true }
    let values = EffectiveValues(model: self, built: built)
    guard values.areKnown, case .rect(let frame)? = values[place] else { return nil }
    return frame.hasExtent
  }

  /// Returns a finding about objects without a frame or with an empty one, for each document that defines such objects.
  /// Returns none if no object of the scene has a frame, since such a scene is not meant to be drawn.
  func diagnostics(_ frames: FrameCensuses) -> [Diagnostic] {
    guard frames.all.contains(where: { $0.frameless < $0.objects }) else { return [] }
    return frames.all.compactMap { census in
      guard let first = census.first, let frameless = census.result(in: document) else { return nil }
      let place = document.place(of: first, isOfClass: false)
      return Diagnostic(place.source.error(ObjectFinding.frameless(frameless), at: place.offset), severity: .warning)
    }
  }
}

extension Rect {
  /// True if the width or the height is not 0.
  package var hasExtent: Bool { size != .zero }
}
