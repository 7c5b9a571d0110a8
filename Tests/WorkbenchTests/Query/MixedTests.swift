import InspectorKit
import SceneDocument
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

@Suite struct MixedTests {
  static let objects = #"""
    {"id":"a","class":"Animal","attributes":{"legs":12,"frame":{"x":0,"y":1,"width":5,"height":5}}},
    {"id":"b","class":"Bird","attributes":{"call":null,"legs":"two","frame":{"x":0,"y":2,"width":5,"height":6},"odd":1}},
    {"id":"c","class":"Bird","attributes":{"call":"kree","wings":2}},
    {"id":"s","class":"Stone","attributes":{"legs":"many"}},
    {"id":"g","class":"Ghost","attributes":{"odd":1,"list":[1, 2],"none":null}}
    """#

  private func mixed(_ selector: String) throws -> MixedInspection {
    let scene = try zoo(Self.objects)
    return scene.inspect(try scene.select(Selector(parsing: selector)))
  }

  /// Returns values with their counts, such as `4 ×2, 8 ×1`.
  private func text(_ values: MixedValues) -> String {
    values.counts.map { value, count in
      let text =
        switch value {
        case .absent: "absent"
        case .unset: "unset"
        case .value(let value): value.text
        case .raw(let text): "raw \(text)"
        }
      return "\(text) ×\(count)"
    }.joined(separator: ", ")
  }

  /// Returns a line for each property: its values, the numbers of objects that have, store and modify it, and its
  /// states.
  private func lines(_ selector: String) throws -> [String] {
    try mixed(selector).sections.flatMap { section in
      section.properties.map { property in
        let states = property.states.map { "\($0.key.rawValue) ×\($0.value)" }.sorted().joined(separator: ", ")
        let counts = "\(property.objects)/\(property.stored)/\(property.modified)"
        let values =
          property.definition == nil ? "stored \(text(property.storedValues))" : text(property.values)
        return "\(section.className)(\(section.objects)).\(property.name): \(values); \(counts); \(states)"
      }
    }
  }

  @Test func gathersByDeclaringClass() throws {
    #expect(
      try lines("*") == [
        "Animal(3).legs: 4 ×2, 8 ×1; 3/2/2; default ×1, refused ×1, stored ×1",
        "Animal(3).call: … ×1, unset ×1, KREE ×1; 3/2/2; default ×1, stored ×1, unset ×1",
        "Animal(3).frame: 0,1 5x5 ×1, 0,2 5x6 ×1, 0,0 0x0 ×1; 3/2/2; default ×1, stored ×2",
        "Bird(2).wings: 2 ×2; 2/1/0; default ×1, stored ×1",
        #"Bird(2).mate: "" ×2; 2/0/0; default ×2"#,
        "Stone(1).weight: 1.5 ×1; 1/0/0; default ×1",
        "Stone(1).color: unset ×1; 1/0/0; default ×1",
        "Stone(1).note: Plain ×1; 1/0/0; default ×1",
        "Stone(1).legs: many ×1; 1/1/1; stored ×1",
        #"Stone(1).beside: "" ×1; 1/0/0; default ×1"#,
        "(2).odd: stored 1 ×2; 2/2/2; unknown ×2",
        "(2).list: stored raw [1,2] ×1; 1/1/1; unknown ×1",
        "(2).none: stored unset ×1; 1/1/1; unknown ×1",
      ])
  }

  @Test func countsClasses() throws {
    let inspection = try mixed("*")
    #expect(inspection.objects == 5)
    #expect(inspection.classes.map { "\($0.name) \($0.count)" } == ["Bird 2", "Animal 1", "Stone 1", "Ghost 1"])
  }

  @Test func tellsPartsApart() throws {
    let inspection = try mixed("Animal, #b")
    let frame = try #require(inspection.sections.first?.properties.first { $0.name == "frame" })
    #expect(
      frame.parts.map { "\($0.name): \(text($0.values))" } == [
        "x: 0 ×2", "y: 1 ×1, 2 ×1", "width: 5 ×2", "height: 5 ×1, 6 ×1",
      ])
    #expect(frame.values.isMixed)
    #expect(frame.parts[0].values.common == .value(.double(0)))
    #expect(frame.defaults.common == .value(.rect(.zero)))
  }

  /// Checks that unset counts as a value of its own.
  @Test func unsetIsAValue() throws {
    let call = try #require(try mixed("Bird").sections.first?.properties.first { $0.name == "call" })
    #expect(call.values.isMixed)
    #expect(text(call.values) == "unset ×1, KREE ×1")
  }

  /// Checks that the counts for many objects equal the sums over single objects.
  @Test func countsAreThoseOfEachObject() throws {
    let colors = [##""#FFF""##, #""white""#, ##""#ffffffff""##, ##""#FFFFFF80""##, "null", #""no colour""#]
    let objects = (0..<120).map { number in
      let attributes =
        switch number % 5 {
        // A third stores what conditions name, some store what has a condition, the others neither.
        case 4:
          [#""name":"p\#(number % 4)""#, #""isFrozen":\#(number % 2 == 0),"ice":3"#, #""depth":\#(number % 7)"#][
            number % 3]
        case 0:
          #""legs":\#(number % 5),"frame":{"x":\#(number % 3),"y":1,"width":\#(number % 2 == 0 ? "2" : "2.0"),"height":-0}"#
        case 1: #""wings":\#(number % 3),"call":\#(number % 8 == 1 ? "null" : #""c\#(number % 6)""#)"#
        case 2: #""weight":\#(number % 3 == 0 ? "1.5" : "2e0"),"color":\#(colors[number / 4 % colors.count])"#
        default: #""legs":\#(number % 8 == 3 ? #""many""# : "4")\#(number % 7 == 0 ? #","odd":1"# : "")"#
        }
      let className = ["Animal", "Bird", "Stone", "Bird", "Pond"][number % 5]
      return #"{"id":"o\#(number)","class":"\#(className)","attributes":{\#(attributes)}}"#
    }
    let scene = try zoo(objects.joined(separator: ","))
    let mixed = scene.inspect(Array(scene.document.objects))
    var expected: [String: [String: Int]] = [:]
    for number in objects.indices {
      for section in try scene.inspect(id: "o\(number)").sections where !section.className.isEmpty {
        for row in section.properties {
          let name = "\(section.className).\(row.name)"
          let words =
            [row.effective?.text ?? "unset", "state \(row.state.rawValue)"] + (row.isModified ? ["modified"] : [])
          for word in words { expected[name, default: [:]][word, default: 0] += 1 }
        }
      }
    }
    var found: [String: [String: Int]] = [:]
    for section in mixed.sections where !section.className.isEmpty {
      for property in section.properties {
        var counts: [String: Int] = [:]
        for (value, count) in property.values.counts {
          let text = if case .value(let value) = value { value.text } else { "unset" }
          counts[text] = count
        }
        for (state, count) in property.states { counts["state \(state.rawValue)"] = count }
        if property.modified > 0 { counts["modified"] = property.modified }
        found["\(section.className).\(property.name)"] = counts
        #expect(property.values.most(3).map(\.count) == Array(property.values.counts.map(\.count).prefix(3)))
      }
    }
    #expect(found == expected)
  }
}
