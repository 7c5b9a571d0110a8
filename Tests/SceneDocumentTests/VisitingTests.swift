import SceneDocument
import Testing

/// Objects are told of while a scene is read.
@Suite struct VisitingTests {
  private let text = """
    {"format":"inspector-scene/1","palette":{"a":"#123"},"objects":[
      {"id":"1","class":"A","attributes":{"n":1},"children":[{"id":"2","class":"B"},{"id":"3","class":"A"}]},
      {"id":"4","children":[{"id":"5","class":"B"}],"class":"B"}]}
    """

  private final class Visitor: SceneVisitor {
    let looksAtForms: Bool
    private let forms: [String: PlainForm]
    private let visitor: (ScannedObject) -> ScannedObject.Interest
    var ids: [String] = []

    init(_ forms: [String: PlainForm] = [:], _ visitor: @escaping (ScannedObject) -> ScannedObject.Interest) {
      (self.forms, self.visitor) = (forms, visitor)
      looksAtForms = !forms.isEmpty
    }

    func form(ofKey key: UnsafeRawBufferPointer, inClass classID: Int, of document: SceneDocument) -> PlainForm? {
      forms["\(document.classNames[classID]).\(String(decoding: key, as: UTF8.self))"]
    }

    func visit(_ object: ScannedObject) -> ScannedObject.Interest {
      ids.append(object.id)
      return visitor(object)
    }
  }

  private func visited(_ interest: @escaping (ScannedObject) -> ScannedObject.Interest) throws -> [String] {
    let visitor = Visitor([:], interest)
    _ = try SceneDocument(bytes: Array(text.utf8), name: "scene.json", visitor: visitor)
    return visitor.ids
  }

  @Test func eachOnceWhenItsMembersAreKnown() throws {
    #expect(try visited { _ in .all } == ["1", "2", "3", "5", "4"])
  }

  @Test func noMoreOfAClassThatIsNotWanted() throws {
    #expect(try visited { $0.className == "B" ? .none : .all } == ["1", "2", "3"])
  }

  @Test func membersBeforeTheObjectsAreKnown() throws {
    var colors: [String] = []
    _ = try visited { object in
      colors = object.document.palette.map(\.name)
      return .none
    }
    #expect(colors == ["a"])
  }

  private static let forms: [String: PlainForm] = [
    "A.on": PlainForm(.bool), "A.text": PlainForm(.string), "A.count": PlainForm(.whole), "A.n": PlainForm(.number),
    "A.part": PlainForm(.number, 0...1), "A.some": PlainForm(.whole, 3...64), "A.color": PlainForm(.hexColor),
    "A.at": PlainForm(.point), "A.size": PlainForm(.size), "A.frame": PlainForm(.rect),
    "A.axis": PlainForm(oneOf: [Array("\"up\"".utf8), Array("\"down\"".utf8)]),
  ]

  /// Objects of the class `A` that have these attributes, and which of them are plain.
  private func plain(_ attributes: [String]) throws -> [Bool] {
    let objects = attributes.enumerated().map { "{\"id\":\"\($0)\",\"class\":\"A\",\"attributes\":{\($1)}}" }
    let text = "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects.joined(separator: ","))]}"
    var plain: [Bool] = []
    let visitor = Visitor(Self.forms) { object in
      plain.append(object.isPlain)
      return .all
    }
    _ = try SceneDocument(bytes: Array(text.utf8), name: "scene.json", visitor: visitor)
    return plain
  }

  @Test(arguments: [
    "", #""on":true"#, #""on":false,"text":"a\nb""#, #""count":-12,"n":-1.5"#, #""part":0,"some":64"#, #""part":1.0"#,
    ##""color":"#A1b2C3""##, ##""color":"#A1b2C3d4""##, #""axis":"down""#, #""at":{"x":1,"y":-2.25}"#,
    #""size" : { "width" : 1 , "height" : 2 }"#, #""frame":{"x":1,"y":2,"width":3,"height":4},"n":5"#,
  ])
  func valuesThatAreRightBeyondDoubt(attributes: String) throws {
    #expect(try plain([attributes, attributes, #""no":1"#, attributes]) == [true, true, false, true])
  }

  @Test(arguments: [
    #""no":1"#, #""on":1"#, #""on":null"#, #""text":1"#, #""text":["a"]"#, #""text":{"x":1}"#, #""count":1.0"#,
    #""count":1e2"#, #""count":9223372036854775808"#, #""count":"1""#, #""n":1e5"#, #""n":"1""#, #""n":{"x":1,"y":2}"#,
    #""part":1.01"#, #""part":-0.5"#, #""some":2"#, #""some":65"#, #""color":"red""#, ##""color":"#12345g""##,
    ##""color":"#123""##, #""axis":"left""#, #""axis":"dow\u006e""#, #""at":{"x":1}"#, #""at":{"y":1,"x":1}"#,
    #""at":{}"#, #""at":[1,2]"#, #""at":{"x":1,"y":2,"z":3}"#, #""at":{"x":1,"y":"2"}"#,
    #""at":{"x":1,"y":{"x":1,"y":2}}"#,
    #""at":{"x":1,"y":1e3}"#, #""at":5"#, #""size":{"x":1,"y":2}"#, #""frame":{"x":1,"y":2,"width":3}"#,
    #""o\u006e":1"#,
  ])
  func valuesToBeLookedAt(attributes: String) throws {
    let good = #""at":{"x":1,"y":2},"n":1"#
    #expect(try plain([good, attributes, good, attributes]) == [true, false, true, false])
  }

  @Test func attributesInAnyPlaceCount() throws {
    let head = #"{"format":"inspector-scene/1","objects":["#
    let good = #"{"id":"g","class":"A","attributes":{"n":1}}"#
    let texts = [
      #"{"id":"a","attributes":{"n":"x"},"children":[\#(good)],"class":"A"}"#,
      #"{"id":"a","class":"A","children":[\#(good)],"attributes":{"n":"x"}}"#,
      #"{"id":"a","class":"A","attributes":{"n":"x"},"children":[\#(good)]}"#,
      #"{"class":"A","attributes":{"n":"x"},"children":[\#(good)],"id":"a"}"#,
    ]
    for text in texts {
      let visitor = Visitor(Self.forms) { _ in .doubtful }
      let scene = "\(head)\(good.replacing("g", with: "first")),\(text)]}"
      _ = try SceneDocument(bytes: Array(scene.utf8), name: "scene.json", visitor: visitor)
      #expect(visitor.ids == ["first", "a"], "\(text)")
    }
  }

  /// Beyond so many shapes of objects the scanner keeps lists, which know nothing of forms.
  @Test func unforeseenOrdersAreLookedAt() throws {
    let keys = ["on", "text", "count", "n", "part", "color", "axis"]
    let values = ["true", "\"\"", "1", "2", "0.5", "\"#123456\"", "\"up\""]
    var attributes: [String] = []
    for first in 0..<7 {
      for step in 1..<7 {
        let order = (0..<7).map { (first + $0 * step) % 7 }
        attributes.append(order.map { "\"\(keys[$0])\":\(values[$0])" }.joined(separator: ","))
      }
    }
    #expect(try plain(attributes) == attributes.map { _ in true })
    let strange = (0..<40).map { "\"key\($0)\":1" }
    #expect(try plain(strange + attributes).prefix(40).allSatisfy { !$0 })
  }
}
