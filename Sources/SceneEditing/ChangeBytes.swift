internal import InspectorKit

/// Serializes changes for this process alone: numbers in machine byte order, texts with a length prefix.
struct ChangeBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ change: ObjectChange) {
    append(change.object)
    append(change.className)
    append(change.property)
    append(change.renamedFrom)
    append(change.old)
    append(change.new)
    append(change.effectiveBefore)
    append(change.hasEffectiveBefore ? 1 : 0)
    append(change.effective)
    append(change.effects.count)
    for effect in change.effects {
      append(effect.object)
      append(effect.property)
      append(effect.old)
      append(effect.new)
    }
    append(change.rejected)
    append(change.notes.count)
    for note in change.notes { append(note) }
  }

  private mutating func append(_ note: ObjectChange.Note) {
    switch note {
    case .hook(let property, let words):
      bytes.append(0)
      append(property)
      append(words)
    case .changed(let name, let value, let stored):
      bytes.append(1)
      append(name)
      append(value)
      append(stored)
    case .inactive(let condition):
      bytes.append(2)
      append(condition)
    case .paletteName(let name):
      bytes.append(3)
      append(name)
    }
  }

  private mutating func append(_ number: Int) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(_ text: String?) {
    if let text { append(text) } else { append(-1) }
  }

  private mutating func append(_ numbers: Double...) {
    for number in numbers { append(Int(bitPattern: UInt(number.bitPattern))) }
  }

  private mutating func append(_ value: PropertyValue?) {
    // One tag for each kind, and one for each of the two values of Bool.
    switch value {
    case nil: bytes.append(0)
    case .int(let value)?:
      bytes.append(1)
      append(value)
    case .string(let value)?:
      bytes.append(2)
      append(value)
    case .double(let value)?:
      bytes.append(3)
      append(value)
    case .bool(let value)?: bytes.append(value ? 5 : 4)
    case .color(let value)?:
      bytes.append(6)
      append(value.red, value.green, value.blue, value.alpha)
    case .point(let value)?:
      bytes.append(7)
      append(value.x, value.y)
    case .size(let value)?:
      bytes.append(8)
      append(value.width, value.height)
    case .rect(let value)?:
      bytes.append(9)
      append(value.x, value.y, value.width, value.height)
    }
  }
}

/// Decodes the bytes that ``ChangeBytes`` wrote.
struct ChangeReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Decodes and returns the next change; nil at the end.
  mutating func change() -> ObjectChange? {
    guard offset < bytes.count else { return nil }
    return ObjectChange(
      object: text(), className: text(), property: text(), renamedFrom: optionalText(), old: optionalText(),
      new: optionalText(), effectiveBefore: value(), hasEffectiveBefore: number() == 1, effective: value(),
      effects: effects(), rejected: optionalText(), notes: notes())
  }

  private mutating func effects() -> [ObjectChange.Effect] {
    (0..<max(number(), 0)).map { _ in
      ObjectChange.Effect(object: text(), property: text(), old: value(), new: value())
    }
  }

  private mutating func notes() -> [ObjectChange.Note] { (0..<max(number(), 0)).map { _ in note() } }

  private mutating func note() -> ObjectChange.Note {
    switch byte() {
    case 0: .hook(property: optionalText(), words: text())
    case 1: .changed(by: text(), to: value(), stored: value())
    case 3: .paletteName(text())
    default: .inactive(text())
    }
  }

  private mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func number() -> Int {
    guard offset + 8 <= bytes.count else {
      offset = bytes.count
      return 0
    }
    defer { offset += 8 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int.self) }
  }

  private mutating func double() -> Double { Double(bitPattern: UInt64(UInt(bitPattern: number()))) }

  private mutating func text() -> String { optionalText() ?? "" }

  private mutating func optionalText() -> String? {
    let count = number()
    guard count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return String(decoding: bytes[offset..<(offset + count)], as: UTF8.self)
  }

  private mutating func value() -> PropertyValue? {
    let kind = byte()
    switch kind {
    case 1: return .int(number())
    case 2: return .string(text())
    case 3: return .double(double())
    case 4, 5: return .bool(kind == 5)
    case 6: return .color(Color(red: double(), green: double(), blue: double(), alpha: double()))
    case 7: return .point(Point(x: double(), y: double()))
    case 8: return .size(Size(width: double(), height: double()))
    case 9: return .rect(Rect(x: double(), y: double(), width: double(), height: double()))
    default: return nil
    }
  }
}
