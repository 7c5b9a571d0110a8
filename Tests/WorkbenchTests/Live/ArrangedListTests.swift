import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Classes with arrangements: a base, a class that inherits its arrangement, one that replaces it, and one that removes
/// it.
private enum Library: InspectorPlugin {
  static var components: [Component.Type] { [Shelf.self, Item.self, Novel.self, Atlas.self, Draft.self] }
}

@Component private final class Shelf: Component {
  @Inspectable var room = ""
}

@Component private class Item: Component {
  @Inspectable var title = ""
  @Inspectable var note = ""
  // A hook decides the effective rating, by which lists are sorted.
  @Inspectable var rating: Int? { didSet { if let rating, rating > 5 { self.rating = 5 } } }
  @Inspectable(options: [0: "Book", 1: "Map"]) var kind = 0
  @Inspectable(references: "Shelf") var shelf = ""
  @Inspectable(references: "*") var lentTo = ""

  override class var arrangement: Arrangement? {
    Arrangement(
      sort: [.descending("rating"), .ascending("title")], group: "kind", search: ["title", "kind"],
      related: ["shelf", "parent"])
  }
}

@Component private final class Novel: Item {}

@Component private final class Atlas: Item {
  @Inspectable var pages = 1
  override class var arrangement: Arrangement? { Arrangement(sort: [.ascending("pages")]) }
}

@Component private final class Draft: Item {
  override class var arrangement: Arrangement? { Arrangement() }
}

private func library(_ objects: String) throws -> SceneSession {
  let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
  let document = try SceneDocument(bytes: Array(text.utf8), name: "library.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Library.self]))
}

private func ids(_ list: LiveList) -> String { list.rows.map(\.object.id).joined(separator: " ") }

@Suite struct ArrangedListTests {
  private static let items = """
    {"id":"north","class":"Shelf","attributes":{"room":"Hall"}},\
    {"id":"dune","class":"Item","attributes":{"title":"Dune","rating":4,"shelf":"north","lentTo":"emma"}},\
    {"id":"emma","class":"Novel","attributes":{"title":"Emma","note":"see Dune"}},\
    {"id":"alps","class":"Item","attributes":{"title":"Alps","rating":9,"kind":1,"shelf":"north"}},\
    {"id":"a","class":"Item","attributes":{"title":"Dune","rating":4},"children":[\
    {"id":"town","class":"Atlas","attributes":{"pages":7,"note":"Dune","kind":1}},\
    {"id":"world","class":"Atlas","attributes":{"pages":2}}]}
    """

  @Test(
    "the classes that a selector names decide",
    arguments: [
      ("Item", "kind: rating:desc, title"), ("Novel[rating>1]", "kind: rating:desc, title"),
      (":kind(Item)", "kind: rating:desc, title"), ("Shelf > Library.Item", "kind: rating:desc, title"),
      ("Atlas", "none: pages"), ("Draft", "none: "), ("Atlas, Novel", "kind: rating:desc, title"),
      (":is(Atlas, Draft)", "kind: rating:desc, title"), ("Atlas, Atlas#a", "none: pages"),
      ("*", "nil"), ("#a", "nil"), ("Item, #a", "nil"), ("Item, Shelf", "nil"), ("Shelf", "nil"),
      (":not(Item)", "nil"), ("Item > *", "nil"), ("Nothing", "nil"),
    ])
  func byClass(text: String, expected: String) throws {
    let registry = PluginLibrary(inProcess: [Library.self]).registry
    let found = registry.arrangement(of: try selector(text)).map { arrangement in
      "\(arrangement.group ?? "none"): \(arrangement.sort.map(\.text).joined(separator: ", "))"
    }
    #expect(found ?? "nil" == expected)
  }

  @Test("a list without a sort and a group is arranged: groups, then ratings, ties by title and by document")
  func arranged() throws {
    let scene = try library(Self.items)
    let list = try LiveList(scene, selector(":kind(Item)"))
    // Unset values come last; 'dune' and 'a' are equal and keep the document order.
    #expect(ids(list) == "dune a world emma alps town")
    #expect(list.rows.map(\.group) == [0, 0, 0, 0, 1, 1].map { .value(.int($0)) })
    #expect(list.group?.text == "kind")
    // A rating that a hook changes is compared as changed.
    _ = try scene.perform(EditRequest(selector("#emma"), [Assignment("rating", .set("8"))]))
    _ = try list.update()
    #expect(ids(list) == "emma dune a world alps town")
    let order = scene.document.objects.map { scene.document.id($0) }
    #expect(order.joined(separator: " ") == "north dune emma alps a town world")
  }

  @Test("what a query says wins over the arrangement, and so does document order if wanted")
  func overridden() throws {
    let scene = try library(Self.items)
    #expect(try ids(LiveList(scene, selector("Item"), sort: [LiveList.SortKey("title")])) == "alps dune a")
    #expect(try ids(LiveList(scene, selector("Item"), group: FindColumn("shelf"))) == "a dune alps")
    #expect(try ids(LiveList(scene, selector("Item"), isArranged: false)) == "dune alps a")
    #expect(try ids(LiveList(scene, selector("*"))) == "north dune emma alps a town world")
    #expect(try ids(LiveList(scene, selector("Atlas"))) == "world town")
  }

  @Test("a text search looks where the class says, in what is shown, and elsewhere in all texts")
  func search() throws {
    let scene = try library(Self.items)
    #expect(try scene.found(#":text("dune")"#) == "dune a town")
    #expect(try scene.found(#"Item:text("MAP")"#) == "alps")
    #expect(try scene.found(#":text("hall")"#) == "north")
    // The note is no searched property; the id is always searched.
    #expect(try scene.found(#"Novel:text("see")"#) == "")
    #expect(try scene.found(#"Novel:text("emm")"#) == "emma")
  }

  @Test("relations are followed in both directions: those that the class declares, or else all its references")
  func related() throws {
    let scene = try library(Self.items)
    #expect(try scene.found(":related(#north)") == "dune alps")
    #expect(try scene.found(":related(#dune)") == "north")
    // 'Atlas' declares no relations, and refers to nothing; 'lentTo' is not among those of 'Item'.
    #expect(try scene.found(":related(#a), :related(#emma)") == "")
    #expect(try scene.found("Item:related(Shelf):not(#dune)") == "alps")
    #expect(try scene.found(":related(#nothing)") == "")
    _ = try scene.perform(EditRequest(selector("#town"), [Assignment("lentTo", .set("a"))]))
    #expect(try scene.found(":related(#a)") == "town")
    let novel = try library(#"{"id":"box","class":"Shelf","children":[{"id":"part","class":"Novel"}]}"#)
    #expect(try novel.found(":related(#box)") == "part")
  }

  @Test("a reload of the plugin with another arrangement rearranges the list")
  func reload() throws {
    let folder = try PluginFolder()
    func write(_ arrangement: String) throws {
      try """
      {"format": "inspector-plugin/1", "name": "Data", "version": "1.0.0", "protocol": [1, 1], "components": [
        {"name": "Snake"\(arrangement), "properties": [{"name": "length", "type": "Int", "default": 1}]},
        {"name": "Viper", "base": "Snake", "properties": []}]}
      """.write(toFile: "\(folder.path)/snakes.inspector-plugin.json", atomically: true, encoding: .utf8)
    }
    try write("")
    let library = folder.library()
    let text = """
      {"format":"inspector-scene/1","objects":[{"id":"a","class":"Viper","attributes":{"length":2}},\
      {"id":"b","class":"Viper","attributes":{"length":1}},{"id":"c","class":"Viper","attributes":{"length":3}}]}
      """
    let scene = try SceneSession.open(bytes: Array(text.utf8), name: "scene", library: library)
    let list = try LiveList(scene, selector("Viper"))
    #expect(ids(list) == "a b c")
    try write(#", "arrangement": {"sort": ["length:desc"], "group": "length"}"#)
    let reloads = library.take(library.updates())
    #expect(reloads.count == 1)
    if case .rebuilt(let changes) = reloads.first?.outcome {
      #expect(changes.map(\.description) == ["Snake described differently"])
    } else {
      Issue.record("the plugin was not rebuilt")
    }
    let old = list.rows
    let difference = try list.update()
    #expect(ids(list) == "b a c")
    #expect(difference.applied(to: old) == list.rows)
    try write(#", "arrangement": {"sort": ["length:desc"]}"#)
    _ = library.take(library.updates())
    _ = try list.update()
    #expect(ids(list) == "c a b")
  }

  /// Checks after random edits that an arranged list equals an arranged search and a new list.
  @Test(arguments: 0..<12) func followsRandomEdits(seed: Int) throws {
    var random = RandomItems(seed: UInt64(seed))
    let scene = try library(Self.items)
    let lists = try [":kind(Item)", "Item, Novel", "Atlas", "Draft, Novel", "Item:related(#north)"].map {
      try LiveList(scene, selector($0), columns: [FindColumn("title")])
    }
    for _ in 0..<25 {
      for _ in 0...random.roll(3) { random.edit(scene) }
      for list in lists {
        let old = list.rows
        let difference = try list.update()
        let fresh = try LiveList(scene, list.selector, columns: list.columns)
        #expect(list.rows == fresh.rows, "\(list.selector.text) in \(scene.text)")
        #expect(difference.applied(to: old) == list.rows, "\(list.selector.text) in \(scene.text)")
        #expect(try ids(list) == found(list.selector, in: scene), "\(list.selector.text) in \(scene.text)")
      }
    }
  }

  /// Returns the ids that a search finds, sorted by a stable sort for each key, the last key first.
  private func found(_ selector: Selector, in scene: SceneSession) throws -> String {
    let arrangement = scene.library.registry.arrangement(of: selector)
    let keys = (arrangement?.group.map { [Arrangement.SortKey($0)] } ?? []) + (arrangement?.sort ?? [])
    var objects: [FoundObject] = []
    _ = try scene.find(selector, columns: keys.map { FindColumn($0.name) }) { objects.append($0) }
    for (place, key) in keys.enumerated().reversed() {
      objects = objects.enumerated().sorted { first, second in
        ColumnOrder.precedes(
          first.element.values[place], second.element.values[place], isDescending: key.isDescending)
          ?? (first.offset < second.offset)
      }.map(\.element)
    }
    return objects.map(\.id).joined(separator: " ")
  }
}

/// A reproducible generator of random edits of a library.
private struct RandomItems {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a random number below `bound`, by Marsaglia's xorshift.
  mutating func roll(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private mutating func pick(_ words: String...) -> String { words[roll(words.count)] }

  private mutating func target(_ scene: SceneSession) -> String {
    "#" + scene.document.id(NodeIndex(roll(scene.document.objectCount)))
  }

  private mutating func assignment() -> Assignment {
    switch roll(5) {
    case 0: roll(4) == 0 ? Assignment("rating", .reset) : Assignment("rating", .set("\(roll(8))"))
    case 1: Assignment("kind", .set("\(roll(2))"))
    case 2: Assignment("title", .set(pick("Dune", "Emma", "Alps")))
    case 3: Assignment("shelf", .set(pick("north", "")))
    default: Assignment("pages", .set("\(roll(4))"))
    }
  }

  /// Makes, undoes or redoes an edit. Refused edits change nothing.
  mutating func edit(_ scene: SceneSession) {
    let (one, other) = (target(scene), target(scene))
    do {
      switch roll(9) {
      case 0...3: _ = try scene.perform(EditRequest(selector(one), [assignment()]))
      case 4: _ = roll(2) == 0 ? try scene.undo() : try scene.redo()
      case 5:
        count += 1
        let className = pick("Item", "Novel", "Atlas", "Draft")
        let new = #"{"id":"n\#(count)","class":"\#(className)","attributes":{"rating":\#(roll(6)),"title":"Dune"}}"#
        try scene.make(.insert(objects: [new], at: StepPlace(in: selector(one), .first)))
      case 6: try scene.make(.move(selector(one), to: StepPlace(.before(selector(other)))))
      case 7: if scene.document.objectCount > 5, one != "#north" { try scene.make(.remove(selector(one))) }
      default: try scene.make(.duplicate(selector(one), id: nil, at: nil))
      }
    } catch {
      #expect(error is Diagnostic)
    }
  }
}
