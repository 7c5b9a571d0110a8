import InspectorKit
import Synchronization
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

/// Tests of the components that a selector builds. The tests run one at a time, since the components record their
/// builds.
@Suite(.serialized) struct SelectionPlanTests {
  /// Two boxes with counted objects, whose numbers identify them in the record of builds.
  static let objects = #"""
    {"id":"a","class":"Stone","children":[
      {"id":"a1","class":"Counted","attributes":{"number":1,"level":9}},
      {"id":"a2","class":"Counted","attributes":{"number":2,"level":1},"children":[
        {"id":"a3","class":"Counted","attributes":{"number":3,"level":9}}]}]},
    {"id":"b","class":"Animal","children":[
      {"id":"b4","class":"Counted","attributes":{"number":4,"level":9}},
      {"id":"b5","class":"Counted","attributes":{"number":5}}]}
    """#

  @Test(arguments: [
    ("Counted", "a1 a2 a3 b4 b5", []),
    ("Counted[stored(level)>5]", "a1 a3 b4", []),
    ("Counted:modified[level]:not(Stone *)", "b4", []),
    ("Counted:text(a)", "a1 a2 a3", []),
    ("Counted[level=5]", "a1 a3 b4", [1, 2, 3, 4, 5]),
    // Conditions that need no build are tested first.
    ("#a1[level=5]", "a1", [1]),
    ("Counted[stored(number)<3][level=5]", "a1", [1, 2]),
    ("Stone > Counted[level=5]", "a1", [1, 2]),
    ("Counted[level=5]:not(Animal > *)", "a1 a3", [1, 2, 3]),
    ("Counted:has(*)[level=1]", "a2", [2]),
    // Each object is built at most once, however often it is tested.
    ("Counted[level=5], Counted[level=1], [number=5]", "a1 a2 a3 b4 b5", [1, 2, 3, 4, 5]),
    ("[level=5][number>0]:not([level=1], [number=4])", "a1 a3", [1, 2, 3, 4, 5]),
    // The object itself is built first, and then those around it.
    ("Counted[level=1] Counted[level=5]", "a3", [3, 2]),
    ("Counted[level=1] Counted[level=1]", "", [3]),
    ("Animal > Counted[level=5] + Counted[level=0]", "b5", [5, 4]),
    ("Counted[level=0]:has(> [level=5])", "", [2]),
    ("Counted[level=1]:has(> [level=5])", "a2", [2, 3]),
    ("Stone:has([level=1] > [level=5])", "a", [2, 3]),
    // An object that one alternative matches is not built for the others.
    ("#b4, Counted[level=5]", "a1 a3 b4", [1, 2, 3, 5]),
    (":is(#b4, Counted[level=5])", "a1 a3 b4", [1, 2, 3, 5]),
    (":not(#b4, Animal Counted[level=5], Stone *)", "a b b5", [5]),
  ])
  func builds(selector: String, ids: String, built: [Int]) throws {
    let scene = try zoo(Self.objects)
    Counted.built.withLock { $0 = [] }
    #expect(try scene.found(selector) == ids)
    #expect(Counted.built.withLock { $0 } == built)
  }

  /// Checks that columns build neither components that the selector built, nor components that they do not need.
  @Test(arguments: [
    ("[level=5]", ["level"], "a1=5 a3=5 b4=5", [1, 2, 3, 4, 5]),
    ("Counted", ["level"], "a1=5 a2=1 a3=5 b4=5 b5=0", [1, 2, 3, 4, 5]),
    ("#a2, Counted[level=5][stored(number)>3]", ["level"], "a2=1 b4=5", [4, 5, 2]),
    ("Counted", ["stored(level)"], "a1=9 a2=1 a3=9 b4=9 b5=", []),
    ("Stone", ["weight", "parent"], "a=1.5,", []),
    ("Counted:not(Counted *)", ["parent", "class"], "a1=a,Counted a2=a,Counted b4=b,Counted b5=b,Counted", []),
  ])
  func buildsForColumns(selector: String, columns: [String], told: String, built: [Int]) throws {
    let scene = try zoo(Self.objects)
    Counted.built.withLock { $0 = [] }
    var found: [String] = []
    _ = try scene.find(Selector(parsing: selector), columns: columns.map { FindColumn($0) }) { object in
      let values = object.values.map { if case .value(let value) = $0 { value.text } else { "" } }
      found.append("\(object.id)=\(values.joined(separator: ","))")
    }
    #expect(found.joined(separator: " ") == told)
    #expect(Counted.built.withLock { $0 } == built)
  }

  @Test func limitsWhatIsTold() throws {
    let scene = try zoo(Self.objects)
    Counted.built.withLock { $0 = [] }
    var found: [String] = []
    let result = try scene.find(Selector(parsing: "Counted"), columns: [FindColumn("level")], limit: 2) {
      found.append($0.id)
    }
    #expect(found == ["a1", "a2"])
    #expect(result.count == 5)
    #expect(Counted.built.withLock { $0 } == [1, 2])
  }

  /// Checks that a long chain of combinators needs one pass, and no walk to the root for each object.
  @Test func deepScenesAreNotWalked() throws {
    let depth = 400
    var objects = ""
    for level in 0..<depth { objects += #"{"id":"\#(level)","class":"Stone","children":["# }
    objects += #"{"id":"last","class":"Counted"}"#
    for _ in 0..<depth { objects += "]}" }
    let scene = try zoo(objects)
    #expect(try scene.found("Stone Stone Stone Counted") == "last")
    #expect(try scene.select(Selector(parsing: "Stone:has(Counted)")).count == depth)
    #expect(try scene.select(Selector(parsing: "Stone:has(Stone Stone Counted)")).count == depth - 2)
  }
}
