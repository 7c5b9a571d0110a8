internal import InspectorKit
internal import SceneDocument

/// Follows what an object stored for a property back through the steps of a session.
struct ValueTrail {
  struct Edit {
    var step: Int
    var name: String
    var old: [UInt8]?
    var new: [UInt8]?

    /// The class that the object had before, where the step gave it another.
    var changesClass = false
  }

  /// The first one first.
  private(set) var edits: [Edit] = []

  /// The step that put the object in, and its name; nil for an object of the file.
  private(set) var creation: (step: Int, name: String)?

  /// What was stored at first, and where the file has that.
  private(set) var origin: [UInt8]?
  private(set) var place: SourcePosition?

  private let keys: [String]
  private var document: SceneDocument
  private var node: NodeIndex
  private var text: [UInt8]?

  /// Structural edits that were stepped over by number alone, the last first.
  private var skipped: [StructureRestore] = []

  /// Beyond so many structural edits the line in the file is not looked up: each costs a pass over the scene.
  private static var lookBackLimit: Int { 16 }

  /// - Parameter keys: the keys that mean the property, the one that wins first.
  init(_ document: SceneDocument, _ node: NodeIndex, keys: [String], steps: [EditHistory.Step]) throws(EditError) {
    self.keys = keys
    self.document = document
    self.node = node
    text = keys.lazy.compactMap { document.attribute($0, of: node) }.first
    for (place, step) in steps.enumerated().reversed() where creation == nil { try goBack(step, number: place + 1) }
    edits.reverse()
    origin = text
    guard creation == nil, origin != nil, skipped.count <= Self.lookBackLimit else { return }
    try catchUp()
    place = keys.lazy.compactMap { [self] in self.document.place(ofAttribute: $0, of: self.node) }.first
  }

  private mutating func goBack(_ step: EditHistory.Step, number: Int) throws(EditError) {
    var edit = Edit(step: number, name: step.name, old: nil, new: text)
    edit.changesClass = step.edit.structure[node]?.contains(.className) == true
    for part in step.edit.parts.reversed() {
      switch part {
      case .palette: break
      case .objects(let restores):
        for restore in restores.reversed() where restore.node == node {
          try catchUp()
          text = keys.lazy.compactMap { [document] in document.attribute($0, before: restore) }.first
        }
      case .structure(let restore):
        guard let old = restore.map.old(node) else {
          creation = (number, step.name)
          // What one step put in and changed again is what it put in.
          text = edit.new
          return
        }
        if restore.isChange { skipped.append(restore) }
        node = old
      }
    }
    edit.old = text
    if edit.old != edit.new || edit.changesClass { edits.append(edit) }
  }

  /// Makes the document that `node` is a number of.
  private mutating func catchUp() throws(EditError) {
    do throws(SceneError) {
      for restore in skipped { document = try document.former(restore) }
      skipped = []
    } catch {
      throw EditError(code: error.code, message: error.message)
    }
  }
}
