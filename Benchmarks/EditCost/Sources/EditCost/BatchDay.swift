import Foundation
import SceneDocument
import Synchronization
import Workbench

/// A million edits in the background, beside the edits of a person.
///
/// The scene is a copy of a file, with a journal. The person sets a property of one object every few milliseconds: before
/// the batch, while it works, while it is merged, and after it.
struct BatchDay {
  private let session: SceneSession
  private let ids: [String]
  private let edits: Int

  /// Opens a scene.
  ///
  /// - Parameter folder: a folder for the copy of the scene, and for its journal.
  init(_ scene: String, in folder: String, library: PluginLibrary, edits: Int = 1_000_000) throws {
    let copy = "\(folder)/scene.json"
    try FileManager.default.copyItem(atPath: scene, toPath: copy)
    session = try SceneSession.open(path: copy, library: library)
    try session.attachJournal(environment: ["XDG_STATE_HOME": "\(folder)/state"])
    ids = session.withDocument { document in
      document.objects.filter { document.className($0) == "StarView" }.map(document.id)
    }
    self.edits = edits
  }

  /// The part of the day in which an edit of the person began.
  private enum Part: String, CaseIterable {
    case before = "before a batch"
    case working = "while a batch works"
    case merging = "while a batch is merged"
    case after = "after a batch"
  }

  /// Runs the batch; returns a row for each part of the day, and one for the batch as a whole.
  func run() throws -> [(kind: String, timings: Timings)] {
    var timings = Dictionary(uniqueKeysWithValues: Part.allCases.map { ($0, Timings()) })
    var number = 0
    func edit(_ part: Part) throws {
      number += 1
      // Each edit is of an object that the batch changes, too.
      let selector = try Selector(parsing: "#\(ids[number &* 7919 % ids.count])")
      let request = EditRequest(selector, [Assignment("cornerRadius", .set("\(number % 64).5"))])
      _ = try timings[part, default: Timings()].measure { try session.perform(request) }
      usleep(5000)
    }
    for _ in 0..<200 { try edit(.before) }
    let rounds = max(1, edits / (2 * session.withDocument(\.objectCount)))
    let all = try Selector(parsing: "*")
    let start = ContinuousClock.now
    let work = session.perform(in: .background, named: "batch") { scene throws(Diagnostic) in
      for round in 0..<rounds {
        let assignments = [
          Assignment("tag", .set("\(1000 + round)")), Assignment("alpha", .set("0.\(11 + round)")),
        ]
        _ = try scene.perform(EditRequest(all, assignments))
      }
    }
    loop: while true {
      switch work.state {
      case .running: try edit(.working)
      case .merging: try edit(.merging)
      case .done: break loop
      case .cancelled: throw Problem(text: "the batch was cancelled")
      case .failed(let error): throw error
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    for _ in 0..<200 { try edit(.after) }
    let kept = try session.value(of: "\(ids[7919 % ids.count]).tag", isStored: true)
    complain("the batch took \(seconds) s; \(kept.name); \(work.conflicts.count) conflicts")
    session.closeJournal(discarding: true)
    var whole = timings[.working] ?? Timings()
    if let merging = timings[.merging] { whole.add(merging) }
    return Part.allCases.compactMap { part in timings[part].map { (part.rawValue, $0) } } + [
      ("while it works and is merged", whole)
    ]
  }

  private func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
