internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Follows what an object stores for a property back through the steps of a session, and on through those that are undone.
struct ValueHistory {
  /// What a step made of the value, or of the colour of the palette that it names before and after the step.
  struct Edit {
    var step: Int
    var name: String
    var origin: HistoryStep.Origin
    var isUndone: Bool
    var old: [UInt8]?
    var new: [UInt8]?
    var oldColor: NamedColor?
    var newColor: NamedColor?

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

  /// The number of structural edits beyond which the line in the file is not looked up: each costs a pass over the
  /// scene.
  private static var lookBackLimit: Int { 16 }

  /// - Parameters:
  ///   - keys: the keys that mean the property, the one that wins first.
  ///   - isColor: whether the value may name a colour of the palette.
  init(
    _ document: SceneDocument, _ node: NodeIndex, keys: [String], isColor: Bool, history: EditHistory
  ) throws(EditError) {
    let start = StoredValueWalk(document, node, keys: keys, isColor: isColor)
    try lookBack(start, history.done)
    try lookAhead(start, history.undone.reversed(), after: history.done.count)
  }

  private mutating func lookBack(_ start: StoredValueWalk, _ steps: [EditHistory.Step]) throws(EditError) {
    var walk = start
    for (place, step) in steps.enumerated().reversed() {
      var edit = Edit(step, place + 1, isUndone: false, changesClass: walk.seesOtherClass(step.edit))
      (edit.new, edit.newColor) = (walk.text, walk.color)
      guard try walk.cross(step.edit) else {
        // What one step put in and changed again is what it put in.
        (creation, origin) = ((place + 1, step.name), edit.new)
        break
      }
      (edit.old, edit.oldColor) = (walk.text, walk.color)
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
      (edit.old, edit.oldColor) = (walk.text, walk.color)
      guard try walk.cross(step.edit) else { return }
      (edit.new, edit.newColor) = (walk.text, walk.color)
      if edit.isOfInterest { undone.append(edit) }
    }
  }
}

extension ValueHistory.Edit {
  fileprivate init(_ step: EditHistory.Step, _ number: Int, isUndone: Bool, changesClass: Bool) {
    self.init(step: number, name: step.name, origin: step.origin, isUndone: isUndone, changesClass: changesClass)
  }

  fileprivate var isOfInterest: Bool { old != new || changesClass || changesColor }

  /// Where the value names the same colour before and after, and that is another.
  var changesColor: Bool { oldColor?.name == newColor?.name && oldColor != newColor }
}

/// A colour that a value names, as the palette has it.
struct NamedColor: Hashable {
  var name: String

  /// Nil where the palette has none of the name.
  var text: [UInt8]?

  /// The name that is stored for a colour; nil for what is no name.
  static func name(in raw: [UInt8]?) -> String? {
    guard let raw, case .string(let name)? = try? JSON.parse(raw), !name.begins(with: "#"),
      !name.utf8.contains(UInt8(ascii: "("))
    else {
      return nil
    }
    return name
  }
}

/// What an object stores for a property, from edit to edit, without undoing any.
private struct StoredValueWalk {
  private let keys: [String]
  private let isColor: Bool
  private var document: SceneDocument
  private var node: NodeIndex
  private(set) var text: [UInt8]?

  /// What the palette was last, of the edits of it that were crossed in the document.
  private var palette: PaletteRestore?

  /// Structural edits that were crossed by number alone, the last first.
  private(set) var skipped: [StructureRestore] = []

  init(_ document: SceneDocument, _ node: NodeIndex, keys: [String], isColor: Bool) {
    (self.document, self.node, self.keys, self.isColor) = (document, node, keys, isColor)
    read()
  }

  private mutating func read() {
    text = keys.lazy.compactMap { [document, node] in document.attribute($0, of: node) }.first
  }

  /// The colour that the value names.
  var color: NamedColor? {
    guard isColor, let name = NamedColor.name(in: text) else { return nil }
    return NamedColor(name: name, text: palette.map { document.color(name, before: $0) } ?? document.color(name))
  }

  func seesOtherClass(_ edit: InverseEdit) -> Bool { edit.structure[node]?.contains(.className) == true }

  /// Goes to the other side of an edit; false where the object is not there.
  mutating func cross(_ edit: InverseEdit) throws(EditError) -> Bool {
    for part in edit.parts.reversed() {
      switch part {
      case .palette(let restore):
        guard isColor else { continue }
        try catchUp()
        palette = restore
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
    guard !skipped.isEmpty else { return }
    palette = nil
    try EditError.wrapping { () throws(SceneError) in
      for restore in skipped { document = try document.former(restore) }
      skipped = []
    }
  }

  /// Where the text has the value.
  mutating func place() throws(EditError) -> SourcePosition? {
    try catchUp()
    return keys.lazy.compactMap { [document, node] in document.place(ofAttribute: $0, of: node) }.first
  }
}
