import InspectorKit
import SceneDocument
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

/// Tests of spooled changes, most of which are kept in a file.
@Suite struct ChangeSpoolTests {
  private static let values: [PropertyValue?] = [
    nil, .int(-5), .string("Über \u{0}\n"), .string(""), .double(0.1), .bool(true), .bool(false), .color(.yellow),
    .point(Point(x: 1, y: -2.5)), .size(Size(width: 3, height: 4)), .rect(Rect(x: 1, y: 2, width: 3, height: 4)),
  ]

  private static let notes: [ObjectChange.Note] = [
    .hook(property: "p", words: "one"), .hook(property: nil, words: "two"), .inactive("isOn"),
    .changed(by: "StarView", to: .int(3), stored: nil),
  ]

  private static func change(_ number: Int) -> ObjectChange {
    let value = values[number % values.count]
    let effect = ObjectChange.Effect(object: "o\(number)", property: "p", old: nil, new: value)
    var change = ObjectChange(
      object: "object-\(number)", className: number % 3 == 0 ? "" : "StarView", property: "property",
      old: number % 2 == 0 ? nil : "\"\(number)\"", new: number % 5 == 0 ? "" : "[1,2]", effectiveBefore: value,
      effective: values[(number + 1) % values.count], effects: Array(repeating: effect, count: number % 4),
      rejected: number % 7 == 0 ? "why" : nil, notes: number % 2 == 0 ? notes : [])
    change.isInherited = number % 11 == 0
    return change
  }

  @Test(arguments: [0, 1, 100, 20_000])
  func areReadInTheOrderOfTheDocument(count: Int) {
    let spool = ChangeSpool()
    // As classes are edited: every third object, then the others.
    for start in 0..<3 {
      for node in stride(from: start, to: count, by: 3) {
        spool.add((0...(node % 3)).map { Self.change(node + $0) }, of: NodeIndex(node))
      }
    }
    var expected = (0..<count).map { node in (0...(node % 3)).map { Self.change(node + $0) } }
    if count > 50 {
      let late = ObjectChange.Effect(object: "below", property: "alpha", old: .double(1), new: .double(0.5))
      spool.add(effects: [late], of: 50)
      spool.add(effects: [late], of: NodeIndex(count))
      expected[50].append(
        ObjectChange(ofObject: expected[50][0].object, className: expected[50][0].className, effects: [late]))
    }
    var found: [[ObjectChange]] = []
    let isWhole = spool.read { node, changes in
      #expect(node.number == found.count)
      found.append(changes)
    }
    #expect(isWhole)
    #expect(found == expected)
  }

  @Test func anObjectMayBeToldOfTwice() {
    let spool = ChangeSpool()
    spool.add([], of: 1)
    for number in [4, 3] { spool.add([Self.change(number)], of: 7) }
    spool.add([Self.change(1)], of: 2)
    var found: [ObjectChange] = []
    _ = spool.read { found += $1 }
    #expect(found == [Self.change(1), Self.change(4), Self.change(3)])
  }

  @Test func spoolsGiveBackWhatTheyWereGiven() {
    let spool = ByteSpool()
    var all: [UInt8] = []
    for number in 0..<700 {
      let piece = (0..<(number * 17 % 9000)).map { UInt8(truncatingIfNeeded: $0 &* number) }
      spool.append(piece)
      all += piece
    }
    #expect(all.count > 2 << 20 && spool.count == all.count)
    for range in [0..<1, 0..<all.count, 1_048_500..<1_048_700, (all.count - 5)..<all.count, 7..<7] {
      #expect(spool.read(range) == Array(all[range]))
    }
    var pieces: [UInt8] = []
    #expect(spool.forEachPiece { pieces += $0 })
    #expect(pieces == all)
  }
}
