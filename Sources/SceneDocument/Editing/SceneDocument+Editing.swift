import JSONText

/// A change of one attribute of an object. Values are JSON text and are written as they are given.
public enum AttributeChange: Hashable, Sendable {
  /// Gives the attribute a value; one that was not there goes last, laid out as those before it are.
  case set(key: String, value: [UInt8])

  /// Gives one part of an attribute that is an object a value, such as `x` of `frame`, and leaves its other parts.
  case setMember(key: String, member: String, value: [UInt8])

  /// Takes the attribute out, if it is there.
  case remove(key: String)
}

/// Puts back what an object's attributes were, to the byte. Made by `apply` and `restore` of the same document.
public struct ObjectRestore {
  /// The object that was edited.
  public let node: NodeIndex

  let former: Overlay.Entry?
}

extension SceneDocument {
  /// Changes attributes of one object, all or none, and returns what undoes it.
  ///
  /// ```swift
  /// let undo = try scene.apply([.setMember(key: "frame", member: "x", value: Array("8".utf8))], to: badge)
  /// _ = scene.restore(undo)
  /// ```
  ///
  /// - Throws: `edit.value` where a value is no JSON text, or the attribute of a part is absent or no object;
  ///   `scene.reserved` where the object carries a key that this version does not implement.
  public func apply(_ changes: [AttributeChange], to node: NodeIndex) throws(SceneError) -> ObjectRestore {
    if record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 { throw reserved(node) }
    let former = overlay[node]
    let span = loadScratch(node, former)
    for change in changes {
      switch change {
      case .set(let key, let value):
        let value = try checked(value, "'\(key)' of '\(id(node))'")
        scratch.set(key, value, in: scratch.attributes) { layout(node).emptyStyle }
      case .setMember(let key, let member, let value):
        let value = try checked(value, "'\(key)' of '\(id(node))'")
        guard scratch.setMember(key, member, value) else { throw noParts(key, member, node) }
      case .remove(let key): scratch.remove(key)
      }
    }
    overlay[node] = scratchEntry(span)
    return ObjectRestore(node: node, former: former)
  }

  /// Undoes one edit, and returns what redoes it. Edits of one object are undone in reverse order.
  public func restore(_ restore: ObjectRestore) -> ObjectRestore {
    let current = overlay[restore.node]
    overlay[restore.node] = restore.former
    return ObjectRestore(node: restore.node, former: current)
  }

  /// Whether any object, or the palette, differs from the document as read.
  public var isEdited: Bool { !overlay.isEmpty }

  /// Whether the object's attributes differ from the document as read.
  public func isEdited(_ node: NodeIndex) -> Bool { overlay.contains(node) }

  // MARK: Steps of an edit

  /// Loads the current text of the attributes; returns the span of the document that it stands for.
  private func loadScratch(_ node: NodeIndex, _ entry: Overlay.Entry?) -> Range<Int> {
    let none = UnsafeRawBufferPointer(start: base, count: 0)
    if let start = originalAttributes(node) {
      let span = start - base..<TrustedText.skipValue(start) - base
      if let entry {
        scratch.load(text(span.lowerBound..<entry.start), entry.text, text(entry.end..<span.upperBound))
      } else {
        scratch.load(text(span), none, none)
      }
      return span
    }
    // Attributes that were not there are put in with their key; then the text has nothing in common with what was.
    if let entry {
      scratch.load(entry.text, none, none)
      return entry.start..<entry.end
    }
    let layout = layout(node)
    (layout.prefix() + [0x7B, 0x7D]).withUnsafeBytes { scratch.load($0, none, none) }
    return layout.insertion..<layout.insertion
  }

  func text(_ span: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + span.lowerBound, count: span.count)
  }

  /// Keeps of the scratch text what differs from the span of the document that it stands for.
  func scratchEntry(_ span: Range<Int>) -> Overlay.Entry? {
    let attributes = scratch.attributes
    return scratch.withText { new in
      // What is as it was read is not edited, and an `attributes` or a palette that nobody needs is not put in.
      if span.isEmpty, new.count == attributes + 2 { return nil }
      let old = text(span)
      let (start, end) = Self.common(old, new)
      if start == old.count, start == new.count { return nil }
      return overlay.keep(
        UnsafeRawBufferPointer(rebasing: new[start..<new.count - end]), start: span.lowerBound + start,
        end: span.upperBound - end)
    }
  }

  /// How many bytes two texts have in common at their beginning, and of the rest at their end.
  private static func common(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> (start: Int, end: Int) {
    let limit = min(old.count, new.count)
    var start = 0
    while start + 8 <= limit, word(old, start) == word(new, start) { start += 8 }
    while start < limit, old[start] == new[start] { start += 1 }
    var end = 0
    let rest = limit - start
    while end + 8 <= rest, word(old, old.count - end - 8) == word(new, new.count - end - 8) { end += 8 }
    while end < rest, old[old.count - end - 1] == new[new.count - end - 1] { end += 1 }
    return (start, end)
  }

  private static func word(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The attributes of an edited object, put together when they are first asked for.
  @usableFromInline
  func editedAttributes(_ node: NodeIndex) -> UnsafePointer<UInt8>? {
    guard let entry = overlay[node] else { return nil }
    if let known = entry.attributes { return known }
    _ = loadScratch(node, entry)
    let offset = scratch.attributes
    let attributes = scratch.withText { overlay.keep(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
    entry.attributes = attributes
    return attributes
  }

  /// The value without blanks around it, if it is one.
  func checked(_ value: [UInt8], _ owner: @autoclosure () -> String) throws(SceneError) -> ArraySlice<UInt8> {
    let isBlank = { (c: UInt8) in c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 }
    let error: JSONSyntaxError? = value.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try JSONSyntax.validate(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let error {
      throw SceneError(
        code: "edit.value", file: name, message: "the value of \(owner()) is no JSON: \(error)")
    }
    let start = value.firstIndex { !isBlank($0) } ?? 0
    let end = value.lastIndex { !isBlank($0) } ?? 0
    return value[start...end]
  }

  private func noParts(_ key: String, _ member: String, _ node: NodeIndex) -> SceneError {
    let what = attribute(key, of: node) == nil ? "is not stored" : "has no parts"
    return SceneError(
      code: "edit.value", file: name,
      message: "'\(member)' of '\(key)' of '\(id(node))' cannot be set, since '\(key)' \(what); set it as a whole")
  }

  private func reserved(_ node: NodeIndex) -> SceneError {
    let keys = reservedKeys(node).map { "'\($0)'" }.joined(separator: ", ")
    return error(
      code: "scene.reserved",
      message: "'\(id(node))' cannot be edited, since this version does not implement its \(keys)",
      at: objectOffset(node))
  }
}

extension SceneDocument {
  /// The layout around the object's attributes, or where it has none, around its class.
  private func layout(_ node: NodeIndex) -> ObjectLayout {
    var found: (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)?
    forEachObjectMember(node) { key, value in
      let role = KeyShapes.role(of: key, in: .object)
      if role == .attributes || role == .class { found = (key, value) }
      return role != .attributes
    }
    let none = UnsafeRawBufferPointer(start: base + objectOffset(node), count: 0)
    let member = found ?? (none, none)
    return ObjectLayout(
      base: base, start: objectOffset(node), end: objectEnd(node), key: member.key, value: member.value)
  }
}
