internal import InspectorKit
internal import SceneDocument

// Encodes and decodes object changes in the binary form of a ``ChangeSpool``. Only the process that writes the spool
// reads it.
extension ByteWriter {
  mutating func add(_ change: ObjectChange) {
    add(change.object)
    add(change.className)
    add(change.property)
    add(change.renamedFrom)
    add(change.old)
    add(change.new)
    add(change.effectiveBefore)
    add(change.hasEffectiveBefore ? 1 : 0)
    add(change.effective)
    add(change.effects.count)
    for effect in change.effects {
      add(effect.object)
      add(effect.property)
      add(effect.old)
      add(effect.new)
    }
    add(change.rejected)
    add(change.notes.count)
    for note in change.notes { add(note) }
    add(change.isInherited ? 1 : 0)
  }

  private mutating func add(_ note: ObjectChange.Note) {
    switch note {
    case .hook(let property, let words):
      add(0)
      add(property)
      add(words)
    case .changed(let name, let value, let stored):
      add(1)
      add(name)
      add(value)
      add(stored)
    case .inactive(let condition):
      add(2)
      add(condition)
    case .paletteName(let name):
      add(3)
      add(name)
    case .hidesBinding(let setting):
      add(4)
      add(setting)
    case .followsSetting(let setting):
      add(5)
      add(setting)
    }
  }

  private mutating func add(_ text: String?) {
    add(text == nil ? 0 : 1)
    if let text { add(text) }
  }

  private mutating func add(bits: UInt64) {
    withUnsafeBytes(of: bits) { bytes.append(contentsOf: $0) }
  }

  private mutating func add(_ tag: Int, _ numbers: Double...) {
    add(tag)
    for number in numbers { add(bits: number.bitPattern) }
  }

  private mutating func add(_ value: PropertyValue?) {
    switch value {
    case nil: add(0)
    case .int(let value)?:
      add(1)
      add(bits: UInt64(bitPattern: Int64(value)))
    case .string(let value)?:
      add(2)
      add(value)
    case .double(let value)?: add(3, value)
    case .bool(let value)?: add(value ? 5 : 4)
    case .color(let value)?: add(6, value.red, value.green, value.blue, value.alpha)
    case .point(let value)?: add(7, value.x, value.y)
    case .size(let value)?: add(8, value.width, value.height)
    case .rect(let value)?: add(9, value.x, value.y, value.width, value.height)
    }
  }
}

extension ByteReader {
  mutating func change() throws(Damage) -> ObjectChange {
    var change = try ObjectChange(
      object: text(), className: text(), property: text(), renamedFrom: optionalText(), old: optionalText(),
      new: optionalText(), effectiveBefore: value(), hasEffectiveBefore: number() == 1, effective: value(),
      effects: effects(), rejected: optionalText(), notes: notes())
    change.isInherited = try number() == 1
    return change
  }

  private mutating func effects() throws(Damage) -> [ObjectChange.Effect] {
    var effects: [ObjectChange.Effect] = []
    for _ in 0..<(try number()) {
      effects.append(try ObjectChange.Effect(object: text(), property: text(), old: value(), new: value()))
    }
    return effects
  }

  private mutating func notes() throws(Damage) -> [ObjectChange.Note] {
    var notes: [ObjectChange.Note] = []
    for _ in 0..<(try number()) {
      switch try number() {
      case 0: notes.append(try .hook(property: optionalText(), words: text()))
      case 1: notes.append(try .changed(by: text(), to: value(), stored: value()))
      case 3: notes.append(try .paletteName(text()))
      case 4: notes.append(try .hidesBinding(setting: text()))
      case 5: notes.append(try .followsSetting(text()))
      default: notes.append(try .inactive(text()))
      }
    }
    return notes
  }

  private mutating func bits() throws(Damage) -> UInt64 {
    try take(8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }

  private mutating func double() throws(Damage) -> Double { Double(bitPattern: try bits()) }

  private mutating func optionalText() throws(Damage) -> String? { try number() == 0 ? nil : try text() }

  private mutating func value() throws(Damage) -> PropertyValue? {
    switch try number() {
    case 1: .int(Int(Int64(bitPattern: try bits())))
    case 2: .string(try text())
    case 3: .double(try double())
    case 4: .bool(false)
    case 5: .bool(true)
    case 6: .color(try Color(red: double(), green: double(), blue: double(), alpha: double()))
    case 7: .point(try Point(x: double(), y: double()))
    case 8: .size(try Size(width: double(), height: double()))
    case 9: .rect(try Rect(x: double(), y: double(), width: double(), height: double()))
    default: nil
    }
  }
}
