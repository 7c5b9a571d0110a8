import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of the laws of edit scripts, on random scenes in random layouts.
@Suite struct ScriptPropertyTests {
  /// Checks that undo and redo of any script are exact, a refused script changes nothing, a dry run reports the same as
  /// the edit, and a written script is read back unchanged.
  @Test(arguments: 0..<10) func anyScriptUndoneGivesTheOriginalBytes(block: Int) throws {
    var kinds: [String: Int] = [:]
    var refusals = 0
    for seed in 0..<40 {
      var run = try ScriptedRun(seed: UInt64(block * 40 + seed))
      for _ in 0..<8 { try run.edit() }
      try run.goBackAndForth()
      kinds.merge(run.kinds, uniquingKeysWith: +)
      refusals += run.refusals
    }
    // Every kind of step was performed, and many scripts were refused. These scenes have no placeholders to unpack; see
    // `TemplateTests`.
    let verbs = EditStep.kinds.map { $0.verbs[0] }.filter { $0 != "unpack" }
    #expect(kinds.keys.sorted() == verbs.sorted(), "\(kinds)")
    #expect(refusals > 50)
  }

  /// Checks that grouped steps have the same result as single steps, except for blanks within new objects.
  @Test(arguments: 0..<10) func aScriptGivesWhatItsStepsGiveOneByOne(block: Int) throws {
    var (made, fewer) = (0, 0)
    for seed in 0..<60 {
      var random = RandomScript(seed: UInt64(2_000_000 + block * 60 + seed))
      let original = random.scene()
      let (atOnce, oneByOne) = (try stage(bytes: original), try stage(bytes: original))
      let steps = try random.series(atOnce)
      var failure: (step: Int?, words: String)?
      var result = EditResult()
      do throws(Diagnostic) { result = try atOnce.make(steps) } catch { failure = (error.step, error.message) }
      // Steps are not grouped across an expectation, so these are performed one by one; a class and its values form one
      // step.
      let together = steps.indices.map { EditRequest(steps).valuesWithClass(of: $0) != nil }
      let separated = zip(steps, together).flatMap { $1 ? [$0] : [$0, .expectPalette([])] }
      let numbers = together.indices.flatMap { together[$0] ? [$0] : [$0, $0] }
      var single: (step: Int?, words: String)?
      var singleResult = EditResult()
      do throws(Diagnostic) { singleResult = try oneByOne.make(separated) } catch {
        single = (error.step.map { numbers[$0] }, error.message)
      }
      let text = EditScript.text(of: steps)
      #expect(failure?.step == single?.step && failure?.words == single?.words, "\(text)")
      guard failure == nil, single == nil else { continue }
      #expect(
        atOnce.text.filter { !$0.isWhitespace } == oneByOne.text.filter { !$0.isWhitespace }, "\(original) \(text)")
      #expect(stepOutline(result) == stepOutline(singleResult), "\(original) \(text)")
      #expect((result.matched, result.changed) == (singleResult.matched, singleResult.changed), "\(original) \(text)")
      made += 1
      if atOnce.document.generation < oneByOne.document.generation { fewer += 1 }
    }
    #expect(made > 5 && fewer > 1, "\(made) \(fewer)")
  }

  /// Checks that a step followed by its inverse restores the bytes.
  @Test(arguments: 0..<10) func aStepAndItsInverseGiveTheOriginalBytes(block: Int) throws {
    var kinds: [String: Int] = [:]
    for seed in 0..<100 {
      var random = RandomScript(seed: UInt64(1_000_000 + block * 100 + seed))
      let original = random.scene()
      let scene = try stage(bytes: original)
      guard let (step, inverse) = try random.invertibleStep(scene) else { continue }
      var request = EditRequest([step])
      do throws(Diagnostic) { _ = try scene.perform(request) } catch { continue }
      request.steps = [inverse]
      _ = try scene.perform(request)
      #expect(scene.text == original, "\(EditScript.text(of: [step, inverse]))")
      kinds[step.verb, default: 0] += 1
    }
    #expect(kinds.keys.sorted() == ["duplicate", "insert", "move", "rename", "setClass", "setName"], "\(kinds)")
  }
}

extension SceneSession {
  fileprivate func make(_ steps: [EditStep]) throws(Diagnostic) -> EditResult {
    var request = EditRequest(steps)
    request.wantsChanges = true
    return try perform(request)
  }
}

private func stage(bytes text: String) throws -> SceneSession {
  let library = PluginLibrary(inProcess: [Stage.self])
  library.settings = RandomSettings()
  return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "random"), library: library)
}

private struct RandomSettings: SettingSource {
  var values: SettingValues { RandomScript.settings }
}

/// A run of random scripts in a random scene.
private struct ScriptedRun {
  private var random: RandomScript
  private let scene: SceneSession
  /// The original text, and the text after each edit that changed it.
  private var states: [String]

  /// The number of performed steps of each kind.
  private(set) var kinds: [String: Int] = [:]
  private(set) var refusals = 0

  init(seed: UInt64) throws {
    random = RandomScript(seed: seed)
    let original = random.scene()
    scene = try stage(bytes: original)
    states = [original]
  }

  mutating func edit() throws {
    let steps = try random.steps(scene)
    let script = try EditScript(Array(EditScript.text(of: steps).utf8), name: "script")
    #expect(script.steps == steps)
    var request = EditRequest(script.steps)
    request.wantsChanges = true
    request.allowsEmpty = random.roll(2) == 0
    request.skipsMissing = random.roll(2) == 0
    var dryRun = request
    dryRun.isDryRun = true
    let version = scene.version
    do throws(Diagnostic) {
      let told = try scene.perform(dryRun)
      #expect(scene.text == states.last)
      let result = try scene.perform(request)
      #expect(stepOutline(result) == stepOutline(told))
      #expect((result.matched, result.changed) == (told.matched, told.changed))
      if scene.version > version { states.append(scene.text) }
      for step in steps { kinds[step.verb, default: 0] += 1 }
    } catch {
      #expect(scene.text == states.last, "\(error.message)")
      #expect(scene.version == version)
      #expect(script.place(of: error) != nil)
      refusals += 1
    }
    // The written text is a scene, whose objects have the session's positions.
    let read = try SceneDocument(bytes: Array(scene.text.utf8), name: "written")
    let ids = read.objects.map { read.id($0) }
    #expect(ids == scene.document.objects.map { scene.document.id($0) })
  }

  func goBackAndForth() throws {
    #expect(scene.text == states.last)
    for state in states.dropLast().reversed() {
      #expect(try scene.undo() != nil)
      #expect(scene.text == state)
    }
    #expect(try scene.undo() == nil)
    #expect(!scene.isModified)
    for state in states.dropFirst() {
      #expect(try scene.redo() != nil)
      #expect(scene.text == state)
    }
    #expect(try scene.redo() == nil)
  }
}

extension EditStep {
  /// The key that identifies the step in a script.
  fileprivate var verb: String { (kind as? any ScriptedStep)?.verb ?? "no step of a script" }
}

extension ScriptedStep {
  /// The first key that identifies this kind of step in a script.
  var verb: String { Self.verbs[0] }
}
