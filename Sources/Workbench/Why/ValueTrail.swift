internal import InspectorKit
internal import SceneDocument

/// Follows what an object stores for a property back through the steps of a session, and on through those that are undone.
struct ValueTrail {
  /// What a step made of the value, and of the colour of the palette that it names.
  struct Edit {
    var step: Int
    var name: String
    var origin: HistoryStep.Origin
    var isUndone: Bool
    var old: [UInt8]?
    var new: [UInt8]?
    var oldColor: [UInt8]?
    var newColor: [UInt8]?

    /// Whether the step gave the object another class.
    var changesClass = false
  }

  /// The first one first.
  private(set) var edits: [Edit] = []

  /// Steps that are undone, the next to redo first.
  private(set) var undone: [Edit] = []

  /// The step that put the object in, and its name; nil for an object of the file.
  private(set) var creation: (step: Int, name: String)?

  /// What was stored at first, and where the file has that.
  private(set) var origin: [UInt8]?
  private(set) var place: SourcePosition?

  /// Beyond so many structural edits the line in the file is not looked up: each costs a pass over the scene.
  private static var lookBackLimit: Int { 16 }

  /// - Parameters:
  ///   - keys: the keys that mean the property, the one that wins first.
  ///   - color: the colour of the palette that the value names.
  init(
    _ document: SceneDocument, _ node: NodeIndex, keys: [String], color: String?, history: EditHistory
  ) throws(EditError) {
    let start = StoredValueWalk(document, node, keys: keys, color: color)
    try lookBack(start, history.done)
    try lookAhead(start, history.undone.reversed(), after: history.done.count)
  }

  private mutating func lookBack(_ start: StoredValueWalk, _ steps: [EditHistory.Step]) throws(EditError) {
    var walk = start
    for (place, step) in steps.enumerated().reversed() {
      var edit = Edit(step, place + 1, isUndone: false, changesClass: walk.seesOtherClass(step.edit))
      (edit.new, edit.newColor) = (walk.text, walk.colorText)
      guard try walk.cross(step.edit) else {
        // What one step put in and changed again is what it put in.
        (creation, origin) = ((place + 1, step.name), edit.new)
        break
      }
      (edit.old, edit.oldColor) = (walk.text, walk.colorText)
      if edit.isOfInterest { edits.append(edit) }
    }
    edits.reverse()
    guard creation == nil else { return }
    origin = walk.text
    if origin != nil, walk.skipped.count <= Self.lookBackLimit { place = try walk.place() }
  }

  private mutating func lookAhead(
    _ start: StoredValueWalk, _ steps: [EditHistory.Step], after count: Int
  ) throws(EditError) {
    var walk = start
    for (place, step) in steps.enumerated() {
      var edit = Edit(step, count + place + 1, isUndone: true, changesClass: walk.seesOtherClass(step.edit))
      (edit.old, edit.oldColor) = (walk.text, walk.colorText)
      guard try walk.cross(step.edit) else { return }
      (edit.new, edit.newColor) = (walk.text, walk.colorText)
      if edit.isOfInterest { undone.append(edit) }
    }
  }
}

extension ValueTrail.Edit {
  fileprivate init(_ step: EditHistory.Step, _ number: Int, isUndone: Bool, changesClass: Bool) {
    self.init(step: number, name: step.name, origin: step.origin, isUndone: isUndone, changesClass: changesClass)
  }

  fileprivate var isOfInterest: Bool { old != new || changesClass || changesColor }

  var changesColor: Bool { oldColor != newColor }
}

/// What an object stores for a property, from edit to edit, without undoing any.
private struct StoredValueWalk {
  private let keys: [String]
  private let color: String?
  private var document: SceneDocument
  private var node: NodeIndex
  private(set) var text: [UInt8]?
  private(set) var colorText: [UInt8]?

  /// Structural edits that were crossed by number alone, the last first.
  private(set) var skipped: [StructureRestore] = []

  init(_ document: SceneDocument, _ node: NodeIndex, keys: [String], color: String?) {
    (self.document, self.node, self.keys, self.color) = (document, node, keys, color)
    read()
  }

  private mutating func read() {
    text = keys.lazy.compactMap { [document, node] in document.attribute($0, of: node) }.first
    colorText = color.flatMap(document.color)
  }

  func seesOtherClass(_ edit: SceneEdit) -> Bool { edit.structure[node]?.contains(.className) == true }

  /// Goes to the other side of an edit; false where the object is not there.
  mutating func cross(_ edit: SceneEdit) throws(EditError) -> Bool {
    for part in edit.parts.reversed() {
      switch part {
      case .palette(let restore):
        guard let color else { continue }
        try catchUp()
        colorText = document.color(color, before: restore)
      case .objects(let restores):
        for restore in restores.reversed() where restore.node == node {
          try catchUp()
          text = keys.lazy.compactMap { [document] in document.attribute($0, before: restore) }.first
        }
      case .structure(let restore):
        guard let other = restore.map.old(node) else { return false }
        if restore.isChange { skipped.append(restore) }
        node = other
        guard restore.replacesText else { continue }
        try catchUp()
        read()
      }
    }
    return true
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

  /// Where the text has the value.
  mutating func place() throws(EditError) -> SourcePosition? {
    try catchUp()
    return keys.lazy.compactMap { [document, node] in document.place(ofAttribute: $0, of: node) }.first
  }
}
