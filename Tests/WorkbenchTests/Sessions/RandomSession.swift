import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// A generator of random edits of a session, in all possible ways, which keeps the text after each change.
struct RandomSession {
  let session: SceneSession
  private(set) var texts: [[UInt8]]
  private var random: SeededGenerator
  private var nextID = 0

  /// Returns a scene of a few objects in one of several layouts.
  ///
  /// - Parameter isComposed: true if some objects are placeholders for objects of `StageTemplates`.
  static func text(_ random: inout SeededGenerator, isComposed: Bool = false) -> String {
    let gap = ["", " ", "\n  ", "\r\n\t"][random.next(4)]
    // Some editors begin lines with commas.
    let comma = [",", ",", "\(gap), ", " ,\(gap)"][random.next(4)]
    let attributes = ["", #","attributes":{}"#, #", "attributes" : {"width":2.50, "tint":"red" }"#]
    let objects = (0..<random.next(6)).map { number in
      let name = random.next(3) == 0 ? ",\"name\":\"é \\u00e9\(number)\"" : ""
      let children =
        random.next(2) == 0
        ? ""
        : ",\(gap)\"children\":[{\"id\":\"c\(number)\",\"class\":\"Lamp\"}\(comma)"
          + "{\"class\":\"Alien\"\(comma)\"id\":\"d\(number)\"}]"
      let head = "\(gap)\"id\":\"o\(number)\"\(comma)\"class\":\"Box\"\(name)"
      let reference = isComposed && random.next(3) > 0 ? comma + Self.reference(&random, gap) : ""
      return "{\(head)\(attributes[random.next(3)])\(reference)\(children)\(gap)}"
    }
    let palette = random.next(2) == 0 ? "" : ##""palette":{"brand":"#369"},"##
    return
      "{\(gap)\"format\":\"inspector-scene/1\",\(palette)\(gap)\"objects\":[\(objects.joined(separator: comma))]}\n"
  }

  /// Returns the members of a placeholder for an object of a template.
  private static func reference(_ random: inout SeededGenerator, _ gap: String) -> String {
    let reference = "\"ref\":\"\(StageTemplates.names[random.next(3)])\""
    let entries = StageTemplates.addresses.filter { _ in random.next(4) == 0 }.map { address in
      let title = random.next(2) == 0 ? "" : ", \"title\" : null"
      return "\"\(address)\":{\(gap)\"width\":\(random.next(9)).0\(title)}"
    }
    return random.next(3) == 0
      ? reference : "\(reference),\(gap)\"overrides\": {\(gap)\(entries.joined(separator: ","))}"
  }

  private let prefix: String
  private let templates: String?

  /// - Parameters:
  ///   - prefix: the prefix of the ids of new objects.
  ///   - templates: the folder of the templates, which change between the edits; nil for constant templates.
  init(_ session: SceneSession, _ random: SeededGenerator, prefix: String = "n", changing templates: String? = nil) {
    (self.prefix, self.templates) = (prefix, templates)
    self.session = session
    self.random = random
    texts = [session.document.bytes()]
  }

  /// Attempts one edit; many are refused.
  mutating func step() {
    if let templates, random.next(4) == 0 {
      do {
        try StageTemplates.write(to: templates, state: random.next(3))
        #expect(try session.followTemplates())
      } catch {
        Issue.record("\(error)")
      }
      #expect(session.document.bytes() == texts.last)
      expectComposedAnew()
    }
    let version = session.version
    attempt()
    guard session.version != version else { return }
    // A call makes one change, so that a journal has all of it or nothing.
    #expect(session.version == version + 1)
    texts.append(session.document.bytes())
    expectComposedAnew()
  }

  /// Expects that a composed scene equals a new composition of its text and templates.
  func expectComposedAnew() {
    guard session.document.composition != nil else { return }
    let (text, name) = (session.document.bytes(), session.document.name)
    do {
      let anew = try SceneSession.open(bytes: text, name: name, library: session.library)
      #expect(anew.objectOutline == session.objectOutline, "\(String(decoding: text, as: UTF8.self))")
    } catch {
      Issue.record("\(error): \(String(decoding: text, as: UTF8.self))")
    }
  }

  private mutating func attempt() {
    do {
      switch random.next(14) {
      case 0...3: try set()
      case 4...7: try edit()
      case 8:
        _ = try session.perform(
          EditRequest(palette: [.set(name: ["brand", "ink"][random.next(2)], to: "#\(random.next(900) + 100)")]))
      case 9: _ = try session.undo()
      case 10: _ = try session.redo()
      case 11: if session.transaction == nil { try session.begin(named: "t") } else { try session.commit() }
      case 12 where random.next(3) == 0 && session.transaction != nil: try session.rollback()
      default: try set(key: "k")
      }
    } catch {}
  }

  private mutating func set(key: String? = nil) throws {
    let assignment: Assignment =
      switch random.next(5) {
      case 0: Assignment("width", .set("\(random.next(10)).\(random.next(1000))"))
      case 1: Assignment("title", .set(["", "täxt", "a\"b\n", "long \(random.next(1 << 40))"][random.next(4)]))
      case 2: Assignment("title", .unset)
      case 3: Assignment("tint", random.next(2) == 0 ? .reset : .set("#\(random.next(900) + 100)"))
      default: Assignment("width", .add("1"))
      }
    var request = EditRequest(try target(), [assignment])
    request.isDryRun = random.next(8) == 0
    _ = try session.perform(request, mergeKey: key)
  }

  private mutating func edit() throws {
    let steps = try (0..<random.next(3) + 1).map { _ in try step(random.next(8)) }
    var request = EditRequest(steps)
    request.isDryRun = random.next(8) == 0
    _ = try session.perform(request)
  }

  private mutating func step(_ kind: Int) throws -> EditStep {
    switch kind {
    case 0: return .remove(try target())
    case 1, 2:
      return .insert(objects: [#"{"id":"\#(freshID())","class":"Box" , "attributes":{"width":1}}"#], at: try place())
    case 3: return .duplicate(try target(), id: nil, at: nil)
    case 4: return .move(try target(), to: try place())
    case 5: return .rename(try target(), id: freshID())
    case 6: return .setName(try target(), to: [nil, "näme", ""][random.next(3)])
    default: return .set(try target(), [Assignment("width", .set("\(random.next(9))"))])
    }
  }

  private mutating func freshID() -> String {
    nextID += 1
    return "\(prefix)\(nextID)"
  }

  private mutating func place() throws -> StepPlace {
    let parent = random.next(3) == 0 ? nil : try target()
    return StepPlace(in: parent, [.first, .last, .index(random.next(2))][random.next(3)])
  }

  private mutating func target() throws -> Selector {
    let count = session.document.objectCount
    guard count > 0, random.next(6) > 0 else { return try Selector(parsing: "Box") }
    return try Selector(parsing: "#\"\(session.document.id(NodeIndex(random.next(count))))\"")
  }
}
