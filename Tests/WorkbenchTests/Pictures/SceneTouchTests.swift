import Foundation
import InspectorKit
import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import SceneSessions
@testable import Workbench

/// Tests of touched objects against an oracle that computes every object's position in the scene.
@Suite struct SceneTouchTests {
  @Test("2,000 random scenes with rotations, clips and hidden parents are hit as the oracle says")
  func agreesWithTheOracle() throws {
    var generator = SeededGenerator(seed: 20)
    let library = PluginLibrary(inProcess: [Tiles.self])
    var (points, hits, passes) = (0, 0, 0)
    for number in 0..<2000 {
      let tiles = Tile.random(using: &generator)
      let text = #"{"format":"inspector-scene/1","objects":[\#(tiles.map(\.json).joined(separator: ","))]}"#
      let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
      let picture = ScenePicture(SceneSession(document, library: library))
      for _ in 0..<6 {
        let point = Point(x: .random(in: -20...220, using: &generator), y: .random(in: -20...220, using: &generator))
        guard let expected = Oracle(tiles).pile(at: point) else { continue }
        let found = try picture.touch(at: point)
        try #require(found.objects.map(\.id) == expected.map(\.id), "scene \(number), \(point): \(text)")
        #expect(found.objects.map { $0.obstacle == nil } == expected.map(\.takes), "scene \(number), \(point): \(text)")
        #expect(found.hit?.id == expected.first(where: \.takes)?.id)
        for (object, other) in zip(found.objects, expected) {
          #expect(abs(object.point.x - other.local.x) < 1e-6 && abs(object.point.y - other.local.y) < 1e-6)
        }
        #expect(found.failures.isEmpty)
        points += 1
        hits += found.hit == nil ? 0 : 1
        passes += expected.count { !$0.takes }
      }
    }
    // Neither an empty scene nor one that nothing covers shows anything.
    #expect(points > 11_000 && hits > 4000 && passes > 2000)
  }

  @Test("an object's own coordinates, the boards of overlapping screens, and an object that is not there")
  func coordinates() throws {
    let screen = #"{"id":"ID","class":"TouchTile","attributes":{"frame":{"x":0,"y":0,"width":50,"height":50}}}"#
    let text =
      #"{"format":"inspector-scene/1","objects":[\#(screen.replacing("ID", with: "a")),\#(screen.replacing("ID", with: "b"))]}"#
    let session = SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: PluginLibrary(inProcess: [Tiles.self]))
    let picture = ScenePicture(session)
    // Screens that overlap lie side by side in the picture, below their names.
    #expect(try picture.touch(at: Point(x: 10, y: 30)).hit?.id == "a")
    #expect(try picture.touch(at: Point(x: 10, y: 10)).objects.isEmpty)
    #expect(try picture.touch(at: Point(x: 100, y: 30)).hit?.id == "b")
    #expect(try picture.touch(at: Point(x: 49, y: 0), of: "b").hit?.point == Point(x: 49, y: 0))
    #expect(try picture.touch(at: Point(x: 50, y: 0), of: "b").objects.isEmpty)
    #expect(throws: Diagnostic.self) { try picture.touch(at: .zero, of: "c") }
  }
}

/// A random object with its attributes and children.
private struct Tile {
  var id: String
  var frame: Rect
  var degrees: Double
  var radius: Double?
  var offset: Point
  var isHidden: Bool
  var isTransparent: Bool
  var isDisabled: Bool

  /// True for the class that accepts touches only in its left half.
  var isHalf: Bool
  var children: [Tile]

  static func random(using generator: inout SeededGenerator) -> [Tile] {
    var count = 0
    // One screen, which is neither rotated nor hidden, so that the picture lies where the screen does.
    var screen = tile(depth: 0, count: &count, using: &generator)
    screen.frame = Rect(x: 0, y: 0, width: 200, height: 200)
    (screen.degrees, screen.isHidden) = (0, false)
    return [screen]
  }

  private static func tile(depth: Int, count: inout Int, using generator: inout SeededGenerator) -> Tile {
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }
    func length(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator).rounded() }
    count += 1
    var tile = Tile(
      id: "t\(count)",
      frame: Rect(x: length(-30...120), y: length(-30...120), width: length(0...150), height: length(0...150)),
      degrees: chance(0.5) ? length(-180...180) : 0, radius: chance(0.4) ? (chance(0.5) ? 0 : length(0...60)) : nil,
      offset: chance(0.2) ? Point(x: length(-20...20), y: length(-20...20)) : .zero, isHidden: chance(0.06),
      isTransparent: chance(0.06), isDisabled: chance(0.06), isHalf: chance(0.25), children: [])
    let most = depth == 0 ? 4 : depth < 4 ? 3 : 0
    for _ in 0..<Int.random(in: (depth == 0 ? 2 : 0)...most, using: &generator) where count < 14 {
      tile.children.append(self.tile(depth: depth + 1, count: &count, using: &generator))
    }
    return tile
  }

  var json: String {
    var attributes = [
      #""frame":{"x":\#(frame.x),"y":\#(frame.y),"width":\#(frame.width),"height":\#(frame.height)}"#,
      #""rotation":\#(degrees)"#, #""contentOffset":{"x":\#(offset.x),"y":\#(offset.y)}"#,
    ]
    if let radius { attributes += [#""clipsToBounds":true"#, #""layer.cornerRadius":\#(radius)"#] }
    if isHidden { attributes.append(#""isHidden":true"#) }
    if isTransparent { attributes.append(#""alpha":0"#) }
    if isDisabled { attributes.append(#""isUserInteractionEnabled":false"#) }
    return
      #"{"id":"\#(id)","class":"\#(isHalf ? "TouchHalf" : "TouchTile")","attributes":{\#(attributes.joined(separator: ","))},"children":[\#(children.map(\.json).joined(separator: ","))]}"#
  }
}

/// A slow reference search for the objects under a point, which checks each object alone, by its origin and axes in the
/// scene's coordinates.
private struct Oracle {
  struct Found {
    let id: String
    let local: Point
    let takes: Bool
  }

  /// An object in the scene: its origin, and the direction of its x axis as cosine and sine.
  private struct Placed {
    let tile: Tile
    let origin: Point
    let axis: (cosine: Double, sine: Double)
    let ancestors: [Int]

    /// Returns the point in the object's coordinates: its distances along both axes.
    func local(_ point: Point) -> Point {
      let (x, y) = (point.x - origin.x, point.y - origin.y)
      return Point(x: x * axis.cosine + y * axis.sine, y: y * axis.cosine - x * axis.sine)
    }
  }

  private var all: [Placed] = []

  init(_ tiles: [Tile]) {
    for tile in tiles { add(tile, origin: .zero, angle: 0, ancestors: []) }
  }

  private mutating func add(_ tile: Tile, origin: Point, angle: Double, ancestors: [Int]) {
    func along(_ x: Double, _ y: Double, _ angle: Double) -> Point {
      Point(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle))
    }
    let (width, height) = (tile.frame.width / 2, tile.frame.height / 2)
    let own = angle + tile.degrees * .pi / 180
    // The centre does not move when the object is rotated.
    let center = along(tile.frame.x + width, tile.frame.y + height, angle)
    let corner = along(width, height, own)
    let start = Point(x: origin.x + center.x - corner.x, y: origin.y + center.y - corner.y)
    all.append(Placed(tile: tile, origin: start, axis: (cos(own), sin(own)), ancestors: ancestors))
    let place = all.count - 1
    let inner = along(-tile.offset.x, -tile.offset.y, own)
    for child in tile.children {
      add(child, origin: Point(x: start.x + inner.x, y: start.y + inner.y), angle: own, ancestors: ancestors + [place])
    }
  }

  /// Returns the objects under a point, topmost first; nil if the point is so near to an edge that rounding decides.
  func pile(at point: Point) -> [Found]? {
    // The picture shows nothing beyond the screen.
    guard point.x >= 0, point.y >= 0, point.x < 200, point.y < 200 else { return [] }
    var found: [Found] = []
    for placed in all {
      let local = placed.local(point)
      let tile = placed.tile
      for edge in [local.x, local.y, local.x - tile.frame.width, local.y - tile.frame.height] where abs(edge) < 1e-6 {
        return nil
      }
      if tile.isHalf, abs(local.x - tile.frame.width / 2) < 1e-6 { return nil }
      let above = placed.ancestors.map { all[$0] }
      if above.contains(where: { $0.tile.isHidden || $0.tile.isTransparent || $0.tile.isDisabled }) { continue }
      var isCut = false
      for outer in above {
        guard let radius = outer.tile.radius else { continue }
        let place = outer.local(point)
        guard let isInside = Self.isInside(place, outer.tile.frame.size, radius: radius) else { return nil }
        if !isInside { isCut = true }
      }
      guard !isCut, Self.isInside(local, tile.frame.size, radius: 0) == true else { continue }
      let isBlocked = tile.isHidden || tile.isTransparent || tile.isDisabled
      let takes = !isBlocked && (!tile.isHalf || local.x < tile.frame.width / 2)
      found.append(Found(id: tile.id, local: local, takes: takes))
    }
    return found.reversed()
  }

  /// Returns true if a point is inside a rounded rectangle, computed as two rectangles and four discs; nil if it is on
  /// an edge.
  private static func isInside(_ point: Point, _ size: Size, radius: Double) -> Bool? {
    let radius = min(radius, min(size.width, size.height) / 2)
    func isIn(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Bool { x.contains(point.x) && y.contains(point.y) }
    if isIn(radius...max(radius, size.width - radius), 0...size.height) { return true }
    if isIn(0...size.width, radius...max(radius, size.height - radius)) { return true }
    for x in [radius, size.width - radius] {
      for y in [radius, size.height - radius] {
        let distance = ((point.x - x) * (point.x - x) + (point.y - y) * (point.y - y)).squareRoot()
        if abs(distance - radius) < 1e-6 { return nil }
        if distance < radius { return true }
      }
    }
    return false
  }
}

@Component private class TouchTile: View {
  @Inspectable var rotation = 0.0
  @Inspectable var clipsToBounds = false
  @Inspectable var isUserInteractionEnabled = true
}

/// A tile that accepts touches only in its left half.
@Component private final class TouchHalf: TouchTile {
  override func hitTest(_ point: Point, in size: Size) -> Component? { point.x < size.width / 2 ? self : nil }
}

private struct Tiles: InspectorPlugin {
  static var components: [Component.Type] { [TouchTile.self, TouchHalf.self] }
}
