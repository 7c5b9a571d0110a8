import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that an open scene shows the template of its first placeholder immediately.
@Suite struct FirstReferenceTests {
  @Test("the first placeholder of an open scene is composed, and all steps before and after can be undone and redone")
  func firstReference() throws {
    let text =
      ##"{"format":"inspector-scene/1","palette":{"own":"#111"},"objects":[{"id":"a","class":"Box"},{"id":"b","class":"Box"}]}"##
    let stage = try JournalStage(text: text)
    try StageTemplates.write(to: stage.folder)
    let session = try stage.open()
    defer { session.closeJournal(discarding: true) }
    var texts = [session.text]
    func make(_ step: EditStep) throws {
      try session.make(step)
      texts.append(session.text)
    }
    try make(.set(try selector("#b"), [Assignment("width", .set("2"))]))
    try make(.palette([.set(name: "own", to: "#222")]))
    try make(.move(try selector("#b"), to: StepPlace(in: nil, .first)))
    try make(
      .insert(
        objects: [#"{"id":"c","class":"Box","ref":"lamp.scene.json","overrides":{"bulb":{"width":3}}}"#],
        at: StepPlace(in: nil, .first)))
    #expect(session.withDocument { $0.node(id: "c/bulb") } == nil)
    #expect(try session.followTemplates())
    #expect(try session.value(of: "c/bulb.width").effective?.text == "3")
    #expect(session.text == texts.last)
    try make(.set(try selector("#c/bulb, #b"), [Assignment("width", .add("1"))]))
    try make(.palette([.set(name: "glass", to: "#333")]))
    let whole = session.objectOutline
    for _ in 0..<2 {
      for text in texts.reversed().dropFirst() {
        #expect(try session.undo() != nil)
        #expect(session.text == text)
        let anew = try SceneSession.open(bytes: Array(text.utf8), name: stage.scene, library: session.library)
        #expect(anew.objectOutline == session.objectOutline)
        #expect(anew.colors == session.colors)
      }
      #expect(!session.isModified)
      for text in texts.dropFirst() {
        #expect(try session.redo() != nil)
        #expect(session.text == text)
      }
      #expect(session.objectOutline == whole)
    }
    #expect(try stage.recoveries().first?.text() == session.document.bytes())
    try session.save()
    #expect(stage.fileText == texts.last)
  }
}

extension SceneSession {
  /// The colours of the scene, with their JSON texts.
  fileprivate var colors: [String] {
    withDocument { $0.palette.map { "\($0.name) \(String(decoding: $0.value, as: UTF8.self))" }.sorted() }
  }
}
