import Foundation
import InspectorKit
import SceneDocument
import Synchronization
import Testing
import WorkbenchSupport

@testable import PluginHost

/// Tests of work that yields to the user's edits, and of its workers.
@Suite struct YieldingWorkTests {
  /// Returns the result of a closure on a yielding thread.
  private func whileYielding<R>(_ body: @escaping () -> R) throws -> R {
    PluginLibrary.prepareForYieldingThreads()
    nonisolated(unsafe) var result: R?
    try #require(WorkThread(yields: true) { result = body() }).join()
    return try #require(result)
  }

  @Test("a thread yields if it was started so, and others do not")
  func threads() throws {
    #expect(try whileYielding { WorkThread.isYielding })
    #expect(!WorkThread.isYielding)
    nonisolated(unsafe) var isYielding = true
    try #require(WorkThread { isYielding = WorkThread.isYielding }).join()
    #expect(!isYielding)
  }

  @Test("work that yields never takes the first worker, which stays free for edits, nor the further ones of others")
  func workers() throws {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    let plugin = try #require(folder.library().plugins.first)
    let job = InspectorJob.unattended
    func worker() -> Worker { plugin.withWorker(under: job) { $0 } }
    let first = worker()
    #expect(!first.yields)
    let yielding = try whileYielding(worker)
    #expect(yielding.yields && yielding !== first)
    // The same worker serves such work again.
    #expect(try whileYielding(worker) === yielding)
    #expect(worker() === first)
    let further = plugin.withWorker(under: job) { _ in
      nonisolated(unsafe) var further: Worker?
      WorkThread { further = worker() }?.join()
      return further
    }
    #expect(further?.yields == false && further !== first)
  }

  private final class Loop: Sendable {
    let count = Atomic(0)
    let isOver = Atomic(false)
  }

  @Test(
    "work that gives way waits while an edit is under way, a few milliseconds for every 64 objects, and goes on after it"
  )
  func givingWay() throws {
    let (work, loop) = (InspectorJob(), Loop())
    let thread = try #require(
      WorkThread {
        work.givingWay {
          while !loop.isOver.load(ordering: .relaxed) {
            _ = work.isCancelled(at: loop.count.add(1, ordering: .relaxed).newValue)
          }
        }
      })
    func reach(_ count: Int) { while loop.count.load(ordering: .relaxed) < count { usleep(100) } }
    reach(1)
    let (made, elapsed) = InspectorJob().preceding {
      let (start, before) = (ContinuousClock.now, loop.count.load(ordering: .relaxed))
      usleep(60_000)
      return (loop.count.load(ordering: .relaxed) - before, ContinuousClock.now - start)
    }
    #expect(made <= 64 * (Int(elapsed / .milliseconds(5)) + 2))
    reach(loop.count.load(ordering: .relaxed) + 64_000)
    loop.isOver.store(true, ordering: .relaxed)
    thread.join()
    #expect(!work.givesWay)
  }

  @Test("work does not wait for edits while it has the only worker of a plugin, for which an edit may wait")
  func theOnlyWorker() throws {
    let job = InspectorJob()
    let plugin = try #require(PluginLibrary(inProcess: [Stage.self]).plugins.first)
    job.givingWay {
      #expect(!plugin.withWorker(under: job) { _ in job.givesWay })
      #expect(job.givesWay)
    }
  }

  @Test("the process of such a worker has a lower priority")
  func priorities() throws {
    let path = "\(buildFolder)/Hostile"
    func priority() -> Int32? {
      guard
        let process = try? PluginProcess(plugin: "hostile", executable: HeldProgram(path), limits: PluginLimits())
      else { return nil }
      defer { process.close() }
      return getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.process))
    }
    let usual = try #require(priority())
    #expect(try whileYielding(priority) == min(usual + 5, 19))
  }
}
