import InspectorKit
import Testing

@testable import ComponentModel
@testable import SceneDocument
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a dry run reports and refuses the same as the edit, and leaves nothing behind.
@Suite struct DryRunTests {
  @Test(arguments: 0..<6) func tellsWhatTheEditThenTells(block: Int) throws {
    #expect(try total(of: block, from: 200, editsTold) > 0)
  }

  private func editsTold(seed: Int) throws -> Int {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 20)
    var made = 0
    for number in 0..<12 {
      var request = try Self.request(number % 2 == 0 ? random.edit() : random.editOfParents())
      request.skipsRefused = number % 3 == 0
      request.wantsChanges = number % 4 > 0
      let dry = Outcome(try cards(text), dryRun: true) { try $0.perform(request.dry($1)) }
      let real = Outcome(try cards(text), dryRun: false) { try $0.perform(request.dry($1)) }
      #expect(dry == real, "\(request.summary) on \(text)")
      if dry.error == nil, dry.changed > 0 { made += 1 }
    }
    return made
  }

  /// Checks that later steps see the results of earlier steps.
  @Test(arguments: 0..<6) func severalStepsReportWhatTheEditThenReports(block: Int) throws {
    #expect(try total(of: block, from: 300, editsInSteps) > 0)
  }

  private func editsInSteps(seed: Int) throws -> Int {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 20)
    var made = 0
    for number in 0..<12 {
      let steps = try (0...(1 + number % 2)).map { step in
        try Self.request((number + step) % 3 == 0 ? random.editOfParents() : random.edit()).steps[0]
      }
      var request = EditRequest(steps)
      (request.skipsMissing, request.allowsEmpty, request.wantsChanges) = (true, number % 2 == 0, true)
      let dry = Outcome(try cards(text), dryRun: true) { try $0.perform(request.dry($1)) }
      let real = Outcome(try cards(text), dryRun: false) { try $0.perform(request.dry($1)) }
      #expect(dry == real, "\(EditScript.text(of: steps)) on \(text)")
      if dry.error == nil, dry.changed > 0 { made += 1 }
    }
    return made
  }

  /// Checks that an object that reads its parent is rebuilt after both are edited.
  @Test func anEditedReaderStaysEdited() throws {
    let objects = #"{"id":"a","class":"View","children":[{"id":"b","class":"Picky"}]}"#
    let scene = try cards(#"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
    let all = try Selector(parsing: "*")
    let assignments = [Assignment("tag", .set("7")), Assignment("isHidden", .set("true"))]
    #expect(try scene.perform(EditRequest(all, assignments).dry(true)).changed == 2)
    #expect(throws: Diagnostic.self) { try scene.perform(EditRequest(all, [assignments[0]]).dry(true)) }
  }

  /// Checks reports of palette changes, even if the objects are queried in small groups.
  @Test(arguments: 0..<4) func paletteChangesAreTold(block: Int) throws {
    var changed = 0
    for seed in 400 + block * 5..<405 + block * 5 {
      var random = RandomCards(seed: seed)
      let text = random.scene(objects: 20)
      let scenes: [[PaletteEdit]] = [
        [.set(name: "brand", to: "red")], [.rename(name: "brand", to: "house")],
        [.set(name: "brand", to: "#ABCDEF80"), .rename(name: "brand", to: "house")],
        [.rename(name: "brand", to: "house"), .rename(name: "house", to: "brand")],
      ]
      for changes in scenes {
        var request = EditRequest(palette: changes)
        request.wantsChanges = true
        let real = Outcome(try cards(text), dryRun: false) { scene, _ in try scene.perform(request) }
        request.isDryRun = true
        let dry = Outcome(try cards(text), dryRun: true) { scene, _ in try scene.perform(request) }
        #expect(dry == real, "\(changes) on \(text)")
        let scene = try cards(text)
        let transaction = Transaction(scene.model, request, conflicts: nil)
        do throws(Diagnostic) { try PaletteRun(transaction, changes, partCount: 1).perform() } catch { continue }
        var told: [ObjectChange] = []
        #expect(transaction.changes.read(in: scene.document, under: scene.job) { told.append($1) })
        transaction.edit.undo(on: scene.model)
        #expect(told == real.changes && scene.text == text)
        changed += told.count
      }
    }
    #expect(changed > 0)
  }

  /// Checks that neither the texts nor the positions of changes are kept.
  @Test(arguments: [1, 2]) func keepsNothing(steps: Int) throws {
    let objects = (0..<9000).map { #"{"id":"o\#($0)","class":"\#($0 % 2 == 0 ? "View" : "Plain")"}"# }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let scene = try cards(text)
    var told = 0
    let step = EditStep.set(try Selector(parsing: "View"), [Assignment("frame.x", .add("1"))])
    var request = EditRequest(Array(repeating: step, count: steps)).dry(true)
    request.wantsChanges = true
    let before = scene.document.overlay.textBytes
    let result = try scene.perform(request) { _ in told += 1 }
    #expect((result.changed, told) == (4500, 4500))
    #expect(scene.document.overlay.textBytes == before && scene.document.overlay.isEmpty)
  }

  /// Returns the total number of valid edits for the seeds of a block.
  private func total(of block: Int, from first: Int, _ made: (_ seed: Int) throws -> Int) rethrows -> Int {
    try (0..<5).reduce(0) { try $0 + made(first + block * 5 + $1) }
  }

  private static func request(_ edit: BatchTests.Edit) throws -> EditRequest {
    try BatchTests.request(edit, edit.selector)
  }

  private struct Outcome: Equatable {
    var matched = 0
    var changed = 0
    var changes: [ObjectChange] = []
    var warnings: [Diagnostic] = []
    var skipped: [Diagnostic] = []
    var error: String?

    init(_ scene: SceneSession, dryRun: Bool, _ edit: (SceneSession, Bool) throws -> EditResult) {
      let text = scene.text
      do {
        let result = try edit(scene, dryRun)
        (matched, changed, changes) = (result.matched, result.changed, result.changes)
        (warnings, skipped) = (result.warnings, result.skipped)
        if dryRun { #expect(scene.text == text) }
      } catch let error as Diagnostic {
        self.error = "\(error)"
        #expect(scene.text == text)
      } catch {
        Issue.record(error)
      }
    }
  }
}

extension EditRequest {
  fileprivate func dry(_ isDryRun: Bool) -> EditRequest {
    var request = self
    request.isDryRun = isDryRun
    return request
  }
}
