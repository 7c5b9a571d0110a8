import Foundation
import InspectorKit
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions

/// A gate at which a component waits while it is built, and at which tests await it.
private enum Gate {
  static let isReached = DispatchSemaphore(value: 0)
  static let mayGoOn = DispatchSemaphore(value: 0)

  /// Waits until the test opens the gate; returns false after a timeout.
  static func pass() -> Bool {
    isReached.signal()
    return mayGoOn.wait(timeout: .now() + 60) == .success
  }
}

@Component private final class Waiting: View {
  @Inspectable var level = 0 {
    didSet {
      if level == 7, !Gate.pass() { warn("the gate stayed closed") }
    }
  }
}

private enum WaitingPlugin: InspectorPlugin {
  static var name: String { "Waiting" }
  static var version: String { "1.0" }
  static var components: [Component.Type] { [View.self, Waiting.self] }
}

@Suite("sessions of one library")
struct SessionLockTests {
  @Test("an edit that takes long holds up no question to another session")
  func independence() throws {
    let library = PluginLibrary(inProcess: [WaitingPlugin.self])
    let busy = try session(library, "Waiting")
    let other = try session(library, "Group")
    nonisolated(unsafe) var result: EditResult?
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      result = try? busy.set("#a", Assignment("level", .set("7")))
      isDone.signal()
    }
    Gate.isReached.wait()
    // If these calls waited for the edit, the component would wait in vain and warn.
    #expect(other.version == 0)
    #expect(other.isModified == false)
    #expect(other.history.isEmpty)
    // Calls that only read the edited scene do not wait, either, except those that need the plugin, which end at their
    // deadline.
    #expect(busy.version == 0 && busy.history.isEmpty && !busy.isModified)
    #expect(busy.text == text("Waiting"))
    let late = busy.under(InspectorJob(deadline: .now + .milliseconds(50)))
    #expect(refusal { _ = try late.inspect(id: "a") } == "cancelled")
    #expect(refusal { try late.set("#a", Assignment("level", .set("8"))) } == "cancelled")
    // Building the edited component again passes the gate again.
    while isDone.wait(timeout: .now()) != .success {
      Gate.mayGoOn.signal()
      Thread.sleep(forTimeInterval: 0.001)
    }
    #expect(result?.changed == 1)
    #expect(result?.warnings.isEmpty == true)
    #expect(busy.version == 1)
  }

  private func session(_ library: PluginLibrary, _ className: String) throws -> SceneSession {
    try SceneSession.open(bytes: Array(text(className).utf8), name: "s.json", library: library)
  }

  private func text(_ className: String) -> String {
    #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"\#(className)"}]}"#
  }
}
