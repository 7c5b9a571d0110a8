internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The history of a property's stored value, traced back through a session's steps and forward through the undone ones.
struct ValueHistory {
  /// The stored value before and after a step, with the palette colour that the value names.
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

  /// The edits that changed the value, its colour or the object's class, the earliest first.
  private(set) var edits: [Edit] = []

  /// The undone edits that changed the value, its colour or the object's class, the next to redo first.
  private(set) var undone: [Edit] = []

  /// The step that inserted the object, and its name; nil for an object of the file.
  private(set) var creation: (step: Int, name: String)?

  /// The stored value in the file or, if a step inserted the object, the value with which the object was inserted; nil
  /// if nothing was stored.
  private(set) var origin: [UInt8]?

  /// The position of ``origin`` in the file; nil if the file stored nothing, or if the position was not determined.
  private(set) var place: SourcePosition?

  /// The maximum number of structural edits for which the position in the file is determined, since each edit costs a
  /// pass over the scene.
  private static var lookBackLimit: Int { 16 }

  /// Finds the edits that changed the value of an object's property.
  ///
  /// - Parameters:
  ///   - keys: the keys that may store the property, in order of precedence.
  ///   - isColor: true if the property is a colour, whose value may name a palette colour.
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
      // The object may not have existed then.
      if step.edit.isOfFormerTemplates { break }
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
      if step.edit.isOfFormerTemplates { return }
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

  /// True if the step changed the value, the object's class or the colour that the value names.
  fileprivate var isOfInterest: Bool { old != new || changesClass || changesColor }

  /// True if the value names the same colour before and after the edit, and the edit changed this colour in the
  /// palette.
  var changesColor: Bool { oldColor?.name == newColor?.name && oldColor != newColor }
}

/// A colour name in a stored value, with the palette's colour of the same name.
struct NamedColor: Hashable {
  var name: String

  /// The colour's text in the palette; nil if the palette lacks the name.
  var text: [UInt8]?

  /// Returns the colour name in a stored JSON text; nil if the text is not a string, or is a colour in a different
  /// notation.
  static func name(in raw: [UInt8]?) -> String? {
    guard let raw, case .string(let name)? = try? JSON.parse(raw), !name.begins(with: "#"),
      !name.utf8.contains(UInt8(ascii: "("))
    else { return nil }
    return name
  }
}

/// A walk from edit to edit through the stored values of a property, without undoing the edits.
private struct StoredValueWalk {
  private let keys: [String]
  private let isColor: Bool
  private var document: SceneDocument
  private var node: NodeIndex
  private(set) var text: [UInt8]?

  /// The restore record of the last palette edit that was traversed; nil if none was traversed since the last applied
  /// structural edit.
  private var palette: SpliceRestore?

  /// The structural edits that have been traversed by mapping only the node number, in order. They are not yet applied
  /// to the document.
  private(set) var skipped: [StructureRestore] = []

  init(_ document: SceneDocument, _ node: NodeIndex, keys: [String], isColor: Bool) {
    (self.document, self.node, self.keys, self.isColor) = (document, node, keys, isColor)
    read()
  }

  private mutating func read() {
    text = keys.lazy.compactMap { [document, node] in document.attribute($0, of: node) }.first
  }

  /// The colour that the current value names; nil if the value is not a name.
  var color: NamedColor? {
    guard isColor, let name = NamedColor.name(in: text) else { return nil }
    return NamedColor(name: name, text: palette.map { document.color(name, before: $0) } ?? document.color(name))
  }

  func seesOtherClass(_ edit: InverseEdit) -> Bool { edit.structure[node]?.contains(.className) == true }

  /// Moves to the state before or after an edit, in the walk's direction; returns false if the object does not exist in
  /// that state.
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

  /// Applies the traversed structural edits to the document, so that the node number is valid in it. Throws if there is
  /// not enough memory for an earlier text.
  private mutating func catchUp() throws(Diagnostic) {
    guard !skipped.isEmpty else { return }
    palette = nil
    try Diagnostic.wrapping { () throws(SceneError) in
      for restore in skipped { document = try document.former(restore) }
      skipped = []
    }
  }

  /// Returns the position of the current value in the document's text; nil if no value is stored.
  mutating func place() throws(Diagnostic) -> SourcePosition? {
    try catchUp()
    return keys.lazy.compactMap { [document, node] in document.place(ofAttribute: $0, of: node) }.first
  }
}
