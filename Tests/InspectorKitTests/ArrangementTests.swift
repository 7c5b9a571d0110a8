import JSONText
import Testing

@testable import InspectorKit

/// Tests of arrangements of a class's objects: declared in Swift and in descriptions, inherited, and invalid.
@Suite struct ArrangementTests {
  private func described(_ components: Component.Type...) -> Result<PluginDescription, DescriptionProblems> {
    PluginWorker.description(name: "Test", version: "1.0.0", components: components).map(\.0)
  }

  @Test("what a class declares is in its description, and is read from there as it was")
  func roundTrip() throws {
    let description = try described(Book.self, Novel.self, Draft.self, Plain.self).get()
    let texts = description.components.map { $0.json["arrangement"]?.text() }
    let declared = """
      {"sort":["rating:desc","frame.x","title"],"group":"kind","search":["title"],"related":["shelf","parent"]}
      """
    #expect(texts == [declared, declared, "{}", nil])
    let read = try PluginDescription(reading: description.json)
    #expect(read == description)
    #expect(read.components.map(\.arrangement) == description.components.map(\.arrangement))
    #expect(read.json.text() == description.json.text())
  }

  @Test("a description says nothing of a class without an arrangement")
  func absent() throws {
    let text = try described(Plain.self).get().json.text()
    #expect(!text.contains("arrangement"))
  }

  @Test("an arrangement is a value: two that declare the same are equal")
  func equality() {
    let one = Arrangement(sort: [.ascending("a")], group: "b")
    #expect(one == Arrangement(sort: [.ascending("a")], group: "b"))
    #expect(one.hashValue == Arrangement(sort: [.ascending("a")], group: "b").hashValue)
    let others = [
      Arrangement(), Arrangement(sort: [.descending("a")], group: "b"), Arrangement(sort: [.ascending("a")]),
      Arrangement(sort: [.ascending("a")], group: "b", search: ["c"]),
      Arrangement(sort: [.ascending("a")], group: "b", related: ["c"]),
    ]
    for other in others { #expect(one != other) }
  }

  @Test(arguments: [
    ("a", "a", false), ("a:desc", "a", true), ("a:asc", "a", false), ("a.b:desc", "a.b", true), (":desc", "", true),
  ])
  func keys(text: String, name: String, isDescending: Bool) {
    let key = Arrangement.SortKey(text: text)
    #expect(key == Arrangement.SortKey(name, isDescending: isDescending))
  }

  @Test("the mistakes of a class are told together, at the class's place")
  func mistakes() {
    guard case .failure(let problems) = described(Muddle.self, Extended.self) else {
      Issue.record("the classes were described")
      return
    }
    let place = "InspectorKitTests/ArrangementTests.swift:"
    let words = "the arrangement of 'Muddle' is wrong: it "
    #expect(
      problems.problems == [
        "\(place)\(muddleLine): \(words)sorts by 'title' twice; keep one of them",
        "\(place)\(muddleLine): \(words)searches 'title' twice; keep one of them",
        "\(place)\(muddleLine): \(words)relates 'shelf' twice; keep one of them",
        "\(place)\(muddleLine): \(words)sorts by 'ratng', which is not a property of the class; did you mean 'rating'?",
        "\(place)\(muddleLine): \(words)sorts by 'name', which is a property of the class and a member of every object; rename the property",
        "\(place)\(muddleLine): \(words)sorts by 'frame.z', which is not a property of the class; did you mean 'frame'?",
        "\(place)\(muddleLine): \(words)groups by 'genre', which is not a property of the class",
        "\(place)\(muddleLine): \(words)searches 'titel', which is not a property of the class; did you mean 'title'?",
        "\(place)\(muddleLine): \(words)relates 'title', which does not refer to objects; give it 'references', or name 'parent'",
        "\(place)\(muddleLine): \(words)relates 'shlf', which is not a property of the class; did you mean 'shelf'?",
        "\(place)\(extendedLine): the extension 'Extended' has an arrangement, which only a component has; declare it in the extended class",
      ])
  }

  @Test(
    "a member of a wrong type is told with its place",
    arguments: [
      ("[]", "'Snake' has the 'arrangement' [], which is not an object with 'sort', 'group', 'search' or 'related'"),
      (#"{"sort":"a"}"#, "the arrangement of 'Snake' has the 'sort' \"a\", which is not a list of texts"),
      (#"{"group":["a"]}"#, "the arrangement of 'Snake' has the 'group' [\"a\"], which is not a text"),
      (#"{"search":[1]}"#, "the arrangement of 'Snake' has the 'search' [1], which is not a list of texts"),
      (#"{"related":{}}"#, "the arrangement of 'Snake' has the 'related' {}, which is not a list of texts"),
      (
        #"{"sort":["b"]}"#,
        "the arrangement of 'Snake' is wrong: it sorts by 'b', which is not a property of the class"
      ),
    ])
  func members(arrangement: String, message: String) throws {
    let text = """
      {"format":"inspector-plugin/1","name":"Py","version":"1.0.0","protocol":[1,1],"components":[
       {"name":"Snake","arrangement":\(arrangement),"properties":[{"name":"a","type":"Int","default":1}]}]}
      """
    let problems = #expect(throws: DescriptionProblems.self) {
      _ = try PluginDescription(reading: JSON.parse(Array(text.utf8)))
    }
    #expect(problems?.problems == [message])
  }

  @Test("a member that the format does not have is found")
  func unknownMember() {
    let text = #"{"components":[{"name":"Snake","arrangement":{"srch":[]},"properties":[]}]}"#
    let unknown = DescriptionMembers(Array(text.utf8)).unknown
    #expect(unknown.map { "\($0.owner): \($0.name)" } == ["the arrangement of 'Snake': srch"])
  }
}

@Component private class Book: Component {
  @Inspectable var title = ""
  @Inspectable var rating: Int?
  @Inspectable var kind = 0
  @Inspectable var frame = Rect.zero
  @Inspectable(references: "*") var shelf = ""

  override class var arrangement: Arrangement? {
    Arrangement(
      sort: [.descending("rating"), .ascending("frame.x"), .ascending("title")], group: "kind", search: ["title"],
      related: ["shelf", "parent"])
  }
}

@Component private final class Novel: Book {
  @Inspectable var pages = 1
}

@Component private final class Draft: Book {
  override class var arrangement: Arrangement? { Arrangement() }
}

@Component private final class Plain: Component {
  @Inspectable var title = ""
}

private let muddleLine = #line + 1
@Component private final class Muddle: Component {
  @Inspectable var title = ""
  @Inspectable var rating = 0
  @Inspectable var name = ""
  @Inspectable var frame = Rect.zero
  @Inspectable(references: "*") var shelf = ""

  override class var arrangement: Arrangement? {
    Arrangement(
      sort: ["ratng", "title", "name", "title", "frame.z", "class"].map { .ascending($0) }, group: "genre",
      search: ["titel", "title", "title"], related: ["title", "shelf", "shlf", "shelf", "parent"])
  }
}

private let extendedLine = #line + 1
@Component(extends: "Book") private final class Extended: Component {
  @Inspectable var loans = 0

  override class var arrangement: Arrangement? { Arrangement(sort: [.ascending("loans")]) }
}
