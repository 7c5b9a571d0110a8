import InspectorKit
import JSONText
import SceneDocument
import Workbench

struct SceneProblem: Error { var what: String }

/// The plugin whose hooks judge the edits.
enum Panels: InspectorPlugin {
  static let name = "Panels"
  static var components: [Component.Type] { [Panel.self] }
}

@Component final class Panel: Component {
  @Inspectable var width = 1.0 { didSet { if width > 900 { width = 900 } } }
  @Inspectable var title: String?
}

/// Edits a session at random, the same way for the same seed, and saves it now and then in the background.
struct RandomEdits {
  private let session: SceneSession
  private var state: UInt64
  private let seed: UInt64
  private var nextID = 0

  init(_ session: SceneSession, seed: UInt64) {
    self.session = session
    self.seed = seed
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  private mutating func next(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(count))
  }

  /// - Parameter changes: after how many to stop, without having saved; nil to go on until the end comes from outside.
  mutating func run(changes: Int?) throws {
    var made = 0
    while made < changes ?? .max {
      let version = session.version
      // What is refused is refused each time.
      do { try edit() } catch let error as EditError where !error.code.hasPrefix("journal") {}
      if session.version != version {
        say("edit \(session.document.digest)")
        made += 1
      }
      let isSaving = next(4) == 0
      if isSaving, changes == nil {
        try session.saveInBackground { if case .success = $0 { say("saved") } else { say("error \($0)") } }
      }
    }
  }

  private mutating func edit() throws {
    let count = session.document.objectCount
    let target = try Selector(parsing: count == 0 ? "Panel" : "#\(session.document.id(next(count)))")
    nextID += 1
    switch next(10) {
    case 0: try session.undo()
    case 1: try session.redo()
    case 2:
      let object = #"{"id":"n\#(seed)-\#(nextID)","class":"Panel","attributes":{"title":"täxt \#(next(1 << 30))"}}"#
      _ = try session.edit(EditRequest([.insert(objects: [object], at: StepPlace())]))
    case 3 where count > 20: _ = try session.edit(EditRequest([.remove(target)]))
    case 3, 4: _ = try session.edit(EditRequest([.move(target, to: StepPlace(.first))]))
    case 5: _ = try session.set(SetRequest(target, [Assignment("title", .set("title \(next(1 << 30))"))]))
    case 6:
      _ = try session.set(SetRequest(try Selector(parsing: "Panel"), [Assignment("width", .set("\(next(1000))"))]))
    default: _ = try session.set(SetRequest(target, [Assignment("width", .set("\(next(1000)).5"))]))
    }
  }
}

extension SceneDocument {
  var digest: String { SHA256.hex(of: bytes()) }
}
