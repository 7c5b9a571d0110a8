import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of the number of changed objects: those whose stored data differ before the first and after the last step.
@Suite struct ChangedCountTests {
  private static let widths = ["2", "3"]

  private func scene() throws -> SceneSession {
    try stage(
      (0..<6).map { number in
        let attributes = number < 3 ? #""width":2"# : ""
        return #"{"id":"b\#(number)","class":"Box","attributes":{\#(attributes)},"children":[]}"#
      }.joined(separator: ","))
  }

  /// Returns the stored data of each object.
  private func stored(_ scene: SceneSession) -> [String: [String]] {
    let document = scene.document
    return document.objects.reduce(into: [:]) { found, node in
      var members: [String] = []
      document.forEachAttribute(of: node) { key, value in
        members.append(String(decoding: key, as: UTF8.self) + ":" + String(decoding: value, as: UTF8.self))
        return true
      }
      found[document.id(node)] = members
    }
  }

  /// Returns a random step about one or all boxes, with few values, so that many changes are reverted.
  private func step(_ random: inout SeededGenerator) throws -> EditStep {
    func roll(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let one = try selector("#b\(roll(6))")
    let width = [Assignment("width", .set(Self.widths[roll(2)])), Assignment("width", .reset)][roll(2)]
    switch roll(9) {
    case 0, 1, 2: return .set(one, [width])
    case 3: return .set(try selector("Box"), [width])
    case 4: return .setName(one, to: roll(2) == 0 ? "a" : nil)
    case 5: return .move(one, to: StepPlace(.first))
    case 6: return .remove(one)
    case 7: return .duplicate(one, id: nil, at: nil)
    default: return .set(try selector("Box[width=2]"), [width])
    }
  }

  @Test(arguments: 0..<8) func isThatOfTheObjectsThatStoreSomethingElse(block: Int) throws {
    var (made, takenBack) = (0, 0)
    for seed in 0..<150 {
      var random = SeededGenerator(seed: UInt64(block * 150 + seed))
      let steps = try (0..<Int.random(in: 1...6, using: &random)).map { _ in try step(&random) }
      let scene = try scene()
      let before = stored(scene)
      var request = EditRequest(steps)
      request.allowsEmpty = true
      request.isDryRun = true
      // Steps on removed boxes are refused, equally in both cases.
      guard let tried = try? scene.perform(request) else { continue }
      #expect(stored(scene) == before)
      request.isDryRun = false
      let result = try scene.perform(request)
      let after = stored(scene)
      let different = before.keys.count { id in after[id].map { $0 != before[id] } ?? false }
      #expect(result.changed == different, "\(EditScript.text(of: steps))")
      #expect(tried.changed == different, "\(EditScript.text(of: steps))")
      made += 1
      if different == 0, steps.contains(where: { $0.effect == .attributes }) { takenBack += 1 }
    }
    #expect(made > 50 && takenBack > 3, "\(made) \(takenBack)")
  }

  @Test func whatIsSetBackAfterAStructuralStepIsNoChange() throws {
    let scene = try scene()
    let result = try scene.make(
      .set(try selector("Box"), [Assignment("width", .set("3"))]), .setName(try selector("#b0"), to: "first"),
      .move(try selector("#b5"), to: StepPlace(.first)),
      .set(try selector("#b1"), [Assignment("width", .set("2"))]),
      .set(try selector("#b4"), [Assignment("width", .reset)]))
    #expect(result.changed == 4)
  }
}
