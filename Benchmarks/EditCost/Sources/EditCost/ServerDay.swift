import Foundation
import SceneDocument
import Synchronization
import Workbench

/// A session that eight readers and two editors use at once, each as fast as it can, while a plugin hangs.
///
/// The measured operations are:
/// - `read beside 2 editors`: a value of an object that the plugin does not serve.
/// - `set beside 8 readers`: an edit of such an object.
/// - `read that hangs, 200 ms`: a read of an object of the plugin, under a job with that deadline.
final class ServerDay: Sendable {
  static let kinds = ["read beside 2 editors", "set beside 8 readers", "read that hangs, 200 ms"]

  /// The number of objects in the scene, without the object that hangs.
  let objectCount: Int

  private let session: SceneSession
  private let stars: [String]
  private let timings = Mutex(Array(repeating: Timings(), count: ServerDay.kinds.count))
  private let faults = Mutex<[String]>([])
  private let isOver = Atomic(false)

  /// Opens the scene with an additional object whose component hangs.
  ///
  /// - Parameters:
  ///   - text: the text of a scene with objects.
  ///   - library: the plugins, among them the one with the component that hangs.
  init(_ text: [UInt8], name: String, library: PluginLibrary) throws {
    guard let end = text.lastIndex(of: UInt8(ascii: "]")) else { throw Problem(text: "'\(name)' has no objects") }
    let hanging = #",{"id":"hangs","class":"Hang","attributes":{"hangs":true}}"#
    session = try SceneSession.open(
      bytes: text[..<end] + Array(hanging.utf8) + text[end...], name: name, library: library)
    objectCount = session.withDocument { $0.objectCount - 1 }
    stars = session.withDocument { document in
      document.objects.filter { document.className($0) == "StarView" }.map { document.id($0) }
    }
  }

  /// Runs all threads, and returns the timings of each kind.
  ///
  /// - Parameter reads: the number of measured reads of each reader.
  func run(reads: Int) throws -> [Timings] {
    let stalled = InspectorJob()
    let others = start(1) { [self] _ in _ = try? session.under(stalled).inspect(id: "hangs") }
    let editors = start(2) { [self] number in
      var run = number
      while !isOver.load(ordering: .acquiring) {
        run += 2
        let request = EditRequest(try selector(run), [Assignment("pointCount", .set("\(3 + run % 9)"))])
        try measure(1) { _ = try session.under(InspectorJob()).perform(request) }
      }
    }
    let late = start(1) { [self] _ in
      while !isOver.load(ordering: .acquiring) {
        let job = InspectorJob(deadline: .now + .milliseconds(200))
        try measure(2) { _ = try? session.under(job).inspect(id: "hangs") }
      }
    }
    // The first reads start the workers, and are not measured.
    for (count, isMeasured) in [(100, false), (reads, true)] {
      start(8) { [self] number in
        for run in 0..<count {
          let id = stars[(run &* 8 + number) &* 7919 % stars.count]
          try measure(isMeasured ? 0 : nil) { _ = try session.under(InspectorJob()).value(of: "\(id).pointCount") }
        }
      }.wait()
    }
    isOver.store(true, ordering: .releasing)
    stalled.cancel()
    for group in [others, editors, late] { group.wait() }
    if let fault = faults.withLock({ $0.first }) { throw Problem(text: fault) }
    let result = timings.withLock { $0 }
    // Every read of the hanging object must have lasted until its deadline of 200 ms.
    guard result[2].quantile(0) >= 200_000_000 else { throw Problem(text: "the plugin did not hang") }
    return result
  }

  private func selector(_ run: Int) throws -> Selector {
    try Selector(parsing: "#\(stars[run &* 7919 % stars.count])")
  }

  private func measure(_ kind: Int?, _ body: () throws -> Void) throws {
    var timing = Timings()
    try timing.measure(body)
    if let kind { timings.withLock { $0[kind].add(timing) } }
  }

  /// Starts threads, each of which runs `body` with its number. The returned group is empty when all threads have
  /// ended. Errors are recorded in `faults`.
  private func start(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread { [self] in
        do { try body(number) } catch { faults.withLock { $0.append("\(error)") } }
        group.leave()
      }
    }
    return group
  }
}
