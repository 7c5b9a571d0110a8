internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The stored values of a property, traced back through a session's steps, and forward through the undone ones.
struct ValueHistory {
  /// The effect of a step on the value, or on the palette color that the value names before and after the step.
  struct Edit {
    var step: Int
    var name: String
    var origin: HistoryStep.Origin
    var isUndone: Bool
    var old: [UInt8]?
    var new: [UInt8]?
    var oldColor: NamedColor?
    var newColor: NamedColor?

    /// True if the step changed the object's class.
    var changesClass = false
  }

  /// The edits, the earliest first.
  private(set) var edits: [Edit] = []

  /// The undone edits, the next to redo first.
  private(set) var undone: [Edit] = []

  /// The step that inserted the object, and its name; nil for an object of the file.
  private(set) var creation: (step: Int, name: String)?

  /// The original stored value; `place` is its position in the file.
  private(set) var origin: [UInt8]?
  private(set) var place: SourcePosition?

  /// The number of structural edits beyond which the line in the file is not looked up: each costs a pass over the
  /// scene.
  private static var lookBackLimit: Int { 16 }

  /// - Parameters:
  ///   - keys: the keys that store the property, the one with precedence first.
  ///   - isColor: true if the value may name a palette color.
  init(
    _ document: SceneDocument, _ node: NodeIndex, keys: [String], isColor: Bool, history: EditHistory
  ) throws(Diagnostic) {
    let start = StoredValueWalk(document, node, keys: keys, isColor: isColor)
    try lookBack(start, history.done)
    try lookAhead(start, history.undone.reversed(), after: history.done.count)
  }

  private mutating func lookBack(_ start: StoredValueWalk, _ steps: [EditHistory.Step]) throws(Diagnostic) {
    var walk = start
    for (place, step) in steps.enumerated().reversed() {
      var edit = Edit(step, place + 1, isUndone: false, changesClass: walk.seesOtherClass(step.edit))
      (edit.new, edit.newColor) = (walk.text, walk.color)
      guard try walk.cross(step.edit) else {
        // If one step inserts and changes the object, the changed value counts as the inserted one.
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
  ) throws(Diagnostic) {
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

  /// True if the value names the same color before and after the edit, and the color itself changed.
  var changesColor: Bool { oldColor?.name == newColor?.name && oldColor != newColor }
}

/// A palette color that a value names.
struct NamedColor: Hashable {
  var name: String

  /// The color's text in the palette; nil if the palette lacks the name.
  var text: [UInt8]?

  /// Returns the color name in a stored value; nil if the value is no name.
  static func name(in raw: [UInt8]?) -> String? {
    guard let raw, case .string(let name)? = try? JSON.parse(raw), !name.begins(with: "#"),
      !name.utf8.contains(UInt8(ascii: "("))
    else {
      return nil
    }
    return name
  }
}

/// A walk through the stored values of a property from edit to edit, which undoes none of them.
private struct StoredValueWalk {
  private let keys: [String]
  private let isColor: Bool
  private var document: SceneDocument
  private var node: NodeIndex
  private(set) var text: [UInt8]?

  /// The palette's restore point at the last palette edit crossed in the document.
  private var palette: SpliceRestore?

  /// The structural edits crossed by adjusting numbers only, the last one first.
  private(set) var skipped: [StructureRestore] = []

  init(_ document: SceneDocument, _ node: NodeIndex, keys: [String], isColor: Bool) {
    (self.document, self.node, self.keys, self.isColor) = (document, node, keys, isColor)
    read()
  }

  private mutating func read() {
    text = keys.lazy.compactMap { [document, node] in document.attribute($0, of: node) }.first
  }

  /// The color that the value names; nil if it names none.
  var color: NamedColor? {
    guard isColor, let name = NamedColor.name(in: text) else { return nil }
    return NamedColor(name: name, text: palette.map { document.color(name, before: $0) } ?? document.color(name))
  }

  func seesOtherClass(_ edit: InverseEdit) -> Bool { edit.structure[node]?.contains(.className) == true }

  /// Crosses an edit in either direction; returns false if the object does not exist on the other side.
  mutating func cross(_ edit: InverseEdit) throws(Diagnostic) -> Bool {
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

  /// Restores the document to which the number `node` belongs.
  private mutating func catchUp() throws(Diagnostic) {
    guard !skipped.isEmpty else { return }
    palette = nil
    try Diagnostic.wrapping { () throws(SceneError) in
      for restore in skipped { document = try document.former(restore) }
      skipped = []
    }
  }

  /// Returns the position of the value in the text; nil if it is not stored.
  mutating func place() throws(Diagnostic) -> SourcePosition? {
    try catchUp()
    return keys.lazy.compactMap { [document, node] in document.place(ofAttribute: $0, of: node) }.first
  }
}
