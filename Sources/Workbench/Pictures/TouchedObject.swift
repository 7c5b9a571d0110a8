public import InspectorKit
import JSONText
import SceneDocument
public import ScenePictures
import SceneSessions

/// An object under a touch, with its reaction to the touch.
public struct TouchedObject: Hashable, Sendable {
  /// The object's id.
  public var id: String

  /// The object's class.
  public var className: String

  /// The point of the touch in the object's coordinates, in points from its upper left corner.
  public var point: Point

  /// The reason why the object does not receive the touch; nil if it does.
  public var obstacle: TouchObstacle?
}

/// The objects under a point of a scene.
public struct SceneTouch: Sendable {
  /// The objects, topmost first, without clipped parts.
  public var objects: [TouchedObject]

  /// The failures of components that were asked about the touch. A failed component counts as one that receives the
  /// touch.
  public var failures: [Diagnostic]

  /// The object that receives the touch: the first one without an ``TouchedObject/obstacle``; nil if there is none.
  public var hit: TouchedObject? { objects.first { $0.obstacle == nil } }
}

extension Point {
  /// The point without the rounding errors of transforms, to a millionth of a point.
  fileprivate var rounded: Point { Point(x: (x * 1e6).rounded() / 1e6, y: (y * 1e6).rounded() / 1e6) }
}

extension ScenePicture {
  /// Returns the objects under a point, each with its reaction to a touch at this point.
  ///
  /// ```swift
  /// let hit = try ScenePicture(session).touch(at: Point(x: 20, y: 30)).hit
  /// ```
  ///
  /// - Parameters:
  ///   - point: the point, in the coordinates of the scene's picture or, if `id` is given, of that object.
  ///   - id: the object to search with its descendants; nil for the whole scene.
  /// - Throws: an error if the scene has no object with this id, and `cancelled` after a cancellation.
  public func touch(at point: Point, of id: String? = nil) throws(Diagnostic) -> SceneTouch {
    try withPictures { model, pictures, sizes throws(Diagnostic) in
      let document = model.document
      let root = try id.map { id throws(Diagnostic) in try SceneSession.node(id, in: model) }
      let found = TouchSearch(document, pictures, at: point, below: root).found.reversed()
      var asked: [NodeIndex: Point] = [:]
      for object in found where object.obstacle == nil {
        if model.binding(of: object.node)?.built.hitTests == true { asked[object.node] = object.point }
      }
      var passed: [NodeIndex: [String]] = [:]
      var failures: [Diagnostic] = []
      if !asked.isEmpty {
        model.build(asked.keys.sorted(), sizes: sizes, touches: { [asked] in asked[$0] ?? .zero }) { built in
          passed[built.node] = built.answer.passed
          if let failure = built.answer.failure { failures.append(model.diagnostic(failure, built.node)) }
        }
        try session.job.check()
      }
      let objects = found.map { object in
        TouchedObject(
          id: document.id(object.node), className: document.className(object.node), point: object.point.rounded,
          obstacle: object.obstacle ?? passed[object.node].map { .decided($0) })
      }
      return SceneTouch(objects: objects, failures: failures)
    }
  }
}
