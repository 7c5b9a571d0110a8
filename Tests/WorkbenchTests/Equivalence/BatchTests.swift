import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a batch edit results in the same bytes as successive edits of its objects, and is refused if one of these
/// is.
@Suite struct BatchTests {
  @Test(arguments: 0..<40) func writesWhatSingleEditsWrite(seed: Int) throws {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 20)
    var made = 0
    for _ in 0..<12 {
      let edit = random.edit()
      guard let batch = try outcome(of: edit, on: text, skipsRefused: false) else { continue }
      let single = try singly(edit, on: text, skipsRefused: false)
      #expect(batch.isRefused == single.isRefused, "\(edit) on \(text)")
      #expect(batch.text == (batch.isRefused ? text : single.text), "\(edit) on \(text)")
      if !batch.isRefused { made += 1 }
    }
    #expect(made > 0)
  }

  @Test(arguments: 100..<130) func writesWhatSingleEditsWriteWhereRefusedOnesAreSkipped(seed: Int) throws {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 20)
    for _ in 0..<12 {
      let edit = random.edit()
      guard let batch = try outcome(of: edit, on: text, skipsRefused: true) else { continue }
      let single = try singly(edit, on: text, skipsRefused: true)
      // A refusal by a descendant is not skipped.
      #expect(batch.isRefused == single.isRefused, "\(edit) on \(text)")
      if !batch.isRefused { #expect(batch.text == single.text, "\(edit) on \(text)") }
    }
  }

  typealias Edit = (selector: String, name: String, operation: String, value: String)

  private struct Outcome {
    var text: String
    var isRefused = false
  }

  /// Returns the outcome of an edit; nil if the edit is invalid here because of an unknown name or a different type.
  private func outcome(of edit: Edit, on text: String, skipsRefused: Bool) throws -> Outcome? {
    let scene = try cards(text)
    var request = try Self.request(edit, edit.selector)
    request.skipsRefused = skipsRefused
    do throws(Diagnostic) {
      _ = try scene.perform(request)
    } catch {
      guard error.details.isEmpty else { return Outcome(text: scene.text, isRefused: true) }
      return nil
    }
    return Outcome(text: scene.text)
  }

  private func singly(_ edit: Edit, on text: String, skipsRefused: Bool) throws -> Outcome {
    let scene = try cards(text)
    var outcome = Outcome(text: text)
    for node in try scene.select(Selector(parsing: edit.selector)) {
      var request = try Self.request(edit, "#\(scene.document.id(node))")
      request.skipsRefused = skipsRefused
      do throws(Diagnostic) {
        _ = try scene.perform(request)
      } catch {
        outcome.isRefused = true
      }
    }
    outcome.text = scene.text
    return outcome
  }

  static func request(_ edit: Edit, _ selector: String) throws -> EditRequest {
    let operation: Assignment.Operation =
      switch edit.operation {
      case "reset": .reset
      case "unset": .unset
      case "+=": .add(edit.value)
      case "-=": .subtract(edit.value)
      case "*=": .multiply(edit.value)
      default: .set(edit.value)
      }
    var request = EditRequest(try Selector(parsing: selector), [Assignment(edit.name, operation)])
    request.skipsMissing = true
    return request
  }
}

/// Opens a scene with classes of ``Rules``.
func cards(_ text: String) throws -> SceneSession {
  let document = try SceneDocument(bytes: Array(text.utf8), name: "cards.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Rules.self]))
}
