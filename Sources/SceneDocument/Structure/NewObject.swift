package import JSONText

/// A new object for a scene, given as JSON text by a client.
struct NewObject {
  /// The number of objects in the text: the object and its descendants.
  let count: Int

  /// The index of a scene that contains only the object.
  private let scene: SceneIndex

  /// The offsets, in the object's text, of the `[` of lists of children to be formatted as if a later edit had filled
  /// them; see ``StructureChange/insert(object:at:filling:)``.
  private let filling: Set<Int>

  private static let prefix = "{\"format\":\"inspector-scene/1\",\"objects\":["
  private static let suffix = "]}"

  /// Checks the JSON text of an object. The offset of a thrown fault refers to this text.
  init(_ text: [UInt8], filling: Set<Int> = [], limits: SceneLimits) throws(SceneFault) {
    // The text must be one value; within the brackets of a scene, several values would be valid.
    do throws(JSONSyntaxError) {
      try text.withRawBytes { bytes throws(JSONSyntaxError) in
        try JSONSyntax.validate(bytes, maximumDepth: limits.depth)
      }
    } catch {
      throw SceneFault(error)
    }
    guard let bytes = TextBytes(Array(Self.prefix.utf8) + text + Array(Self.suffix.utf8)),
      let scene = SceneIndex(TextState(bytes), limits: limits)
    else { throw SceneFault(SceneRefusal.noMemoryForObject, at: 0) }
    if var fault = scene.scan(limits: limits) {
      fault.offset = min(max(fault.offset - Self.prefix.utf8.count, 0), text.count)
      fault.related = fault.related.map { max($0 - Self.prefix.utf8.count, 0) }
      throw fault
    }
    self.scene = scene
    self.filling = filling
    count = scene.nodes.count
  }

  /// Returns the object's text with unchanged tokens, laid out in the given style.
  ///
  /// - Parameter indentation: returns the indentation of the line in which the object begins; called only if the style
  ///   breaks lines.
  func text(_ style: ObjectStyle, indentation: () -> [UInt8]) -> [UInt8] {
    let origin = scene.text.original.base + Self.prefix.utf8.count
    let filling = Set(filling.map { origin + $0 })
    var writer = ObjectWriter(style, filling, indentation: style.hasLines ? indentation() : [])
    writer.write(scene.text.original.base + scene.nodes.records[0].start)
    return writer.text
  }
}

extension SceneDocument {
  /// Returns the reason and offset of the first fault that would prevent ``StructureChange/insert(object:at:filling:)``
  /// from inserting an object; nil if there is none.
  package static func fault(ofObject text: [UInt8]) -> (reason: AnyRefusal, offset: Int)? {
    do throws(SceneFault) {
      _ = try NewObject(text, limits: SceneLimits())
      return nil
    } catch {
      return (error.reason, error.offset)
    }
  }
}

/// A writer that copies valid JSON and replaces its spaces and line breaks by those of a document's style, without
/// recursion.
private struct ObjectWriter {
  private struct Open {
    var style: ContainerStyle
    var role: ObjectStyle.Role
    var isArray: Bool
    /// The indentation of the lines of the members, as a number of indentation units.
    var depth: Int
  }

  private let style: ObjectStyle
  private let filling: Set<UnsafePointer<UInt8>>
  private let indentation: [UInt8]
  private var open: [Open] = []
  private(set) var text: [UInt8] = []

  init(_ style: ObjectStyle, _ filling: Set<UnsafePointer<UInt8>>, indentation: [UInt8]) {
    self.style = style
    self.filling = filling
    self.indentation = indentation
  }

  mutating func write(_ start: UnsafePointer<UInt8>) {
    var p = start
    var role = ObjectStyle.Role.object
    while true {
      p = value(p, &role)
      // After a value, the array or object around it continues or ends. If it ends, the next outer one continues or
      // ends, and so on.
      while let last = open.last {
        p = TrustedText.blanks(p)
        if p.pointee == 0x2C {
          text.append(0x2C)
          blanks(last.style.isBlock, last.style.comma)
          p = element(TrustedText.blanks(p + 1), &role)
          break
        }
        open.removeLast()
        blanks(last.style.closesOnLine, last.style.pad)
        text.append(p.pointee)
        p += 1
      }
      if open.isEmpty { return }
    }
  }

  /// Writes a value up to the end of the first scalar, or empty array or object, in it: opening brackets, first keys,
  /// and that scalar. Returns the position after the written part.
  private mutating func value(_ start: UnsafePointer<UInt8>, _ role: inout ObjectStyle.Role) -> UnsafePointer<UInt8> {
    var p = start
    while p.pointee == 0x7B || p.pointee == 0x5B {
      let isArray = p.pointee == 0x5B
      text.append(p.pointee)
      let first = TrustedText.blanks(p + 1)
      if first.pointee == 0x7D || first.pointee == 0x5D {
        text.append(first.pointee)
        return first + 1
      }
      let isFilled = filling.contains(p)
      let container = isFilled ? style[.object] : style[role]
      // A list that is filled without line breaks is indented like the line around it.
      let depth = (open.last?.depth ?? 0) + (isFilled && !container.isBlock ? -1 : 1)
      open.append(Open(style: container, role: role, isArray: isArray, depth: depth))
      blanks(container.isBlock, container.pad)
      p = element(first, &role)
    }
    let end = TrustedText.skipValue(p)
    text.append(contentsOf: UnsafeBufferPointer(start: p, count: end - p))
    return end
  }

  /// Writes the key and colon of a member, or nothing for an element of an array. Sets the role of the value, and
  /// returns the value's position.
  private mutating func element(_ start: UnsafePointer<UInt8>, _ role: inout ObjectStyle.Role) -> UnsafePointer<UInt8> {
    guard let container = open.last else { return start }
    if container.isArray {
      role = container.role == .children ? .object : .value
      return start
    }
    let end = TrustedText.closingQuote(start + 1)
    let key = UnsafeRawBufferPointer(start: start + 1, count: end - (start + 1))
    role = .value
    if container.role == .object {
      switch KeyShapes.role(of: key, in: .object) {
      case .attributes: role = .attributes
      case .children: role = .children
      default: break
      }
    }
    text.append(contentsOf: UnsafeBufferPointer(start: start, count: end + 1 - start))
    text += style.colon
    return TrustedText.blanks(TrustedText.blanks(end + 1) + 1)
  }

  private mutating func blanks(_ isLine: Bool, _ blanks: [UInt8]) {
    guard isLine else {
      text += blanks
      return
    }
    text += style.newline
    text += indentation
    for _ in 0..<(open.last?.depth ?? 0) { text += style.unit }
  }
}
