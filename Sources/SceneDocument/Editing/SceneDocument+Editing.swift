import JSONText

/// A change of one attribute of an object, or of one colour of the palette. Values are JSON text and are written
/// unchanged.
public enum AttributeChange: Hashable, Sendable {
  /// Sets the attribute; a new one goes last, laid out like those before it.
  case set(key: String, value: [UInt8])

  /// Sets one part of an attribute that is an object, such as `x` of `frame`, and leaves its other parts.
  case setMember(key: String, member: String, value: [UInt8])

  /// Removes the attribute, if it is there.
  case remove(key: String)

  /// Renames the attribute; its value and its place among the others stay.
  case rename(key: String, to: String)
}

extension SpliceRestore {
  /// The object that was edited.
  public var node: NodeIndex { NodeIndex(key) }
}

extension SceneDocument {
  /// Changes attributes of one object, all or none, and returns the record that undoes it.
  ///
  /// ```swift
  /// let undo = try scene.apply([.setMember(key: "frame", member: "x", value: Array("8".utf8))], to: badge)
  /// _ = scene.restore(undo)
  /// ```
  ///
  /// - Throws: `edit.value` if a value is not JSON text, or if the attribute of a part is absent or not an
  ///   object; `scene.reserved` if the object carries a key that this version does not implement.
  public func apply(_ changes: [AttributeChange], to node: NodeIndex) throws(SceneError) -> SpliceRestore {
    if record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 { throw reserved(node) }
    let former = overlay[Self.key(node)]
    let entry = try entry(after: changes, of: node, former)
    let restore = source.set(entry, of: Self.key(node), isChange: !Self.areSame(entry, former))
    view.edited = overlay.bits
    return restore
  }

  /// Returns the overlay entry for an object's attributes after changes; nil if that is the text as read.
  private func entry(
    after changes: [AttributeChange], of node: NodeIndex, _ former: Overlay.Entry?
  ) throws(SceneError) -> Overlay.Entry? {
    if changes.isEmpty { return former }
    if former == nil, changes.count == 1 {
      switch changes[0] {
      case .set(let key, let value):
        guard let start = originalAttributes(node).map({ $0 - base }) else { break }
        let place = AttributeText.place(of: key, in: start, of: base, looksOn: false)
        if let match = place.match {
          return try replacement(of: text(match.value..<match.end), by: value, key, node)
        }
        if let last = place.last { return try addition(key, value, after: last, place.before, in: start, node) }
      case .setMember(let key, let member, let value):
        if let owner = originalValue(key, node), let old = Self.member(member, of: owner) {
          return try replacement(of: old, by: value, key, node)
        }
      case .remove, .rename: break
      }
    }
    let span = load(scratch, node, former)
    try scratch.making(changes.count) { () throws(SceneError) in
      for change in changes { try make(change, node) }
    }
    return scratchEntry(span)
  }

  /// True if two entries of one object stand for the same text; both are as short as can be.
  private static func areSame(_ a: Overlay.Entry?, _ b: Overlay.Entry?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.start == b.start && a.end == b.end && a.text.elementsEqual(b.text)
  }

  /// Undoes one edit of an object or the palette, and returns the record that redoes it. Edits of one object are undone
  /// in reverse order.
  public func restore(_ restore: SpliceRestore) -> SpliceRestore {
    let back = source.restore(restore)
    view.edited = overlay.bits
    return back
  }

  /// Changes attributes of one object, calls `body` with the undo record, and undoes the change. Memory does not grow
  /// with the number of such trials.
  ///
  /// - Throws: the errors of ``apply(_:to:)``; then `body` is not called.
  package func trying<R>(
    _ changes: [AttributeChange], on node: NodeIndex, _ body: (SpliceRestore) -> R
  ) throws(SceneError) -> R {
    try forgetting { () throws(SceneError) in
      let undo = try apply(changes, to: node)
      defer { _ = restore(undo) }
      return body(undo)
    }
  }

  /// Calls `body`, which undoes all attributes that it changes, and frees the memory used for them.
  package func forgetting<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    defer { index.recent.forget() }
    return try overlay.forgetting(body)
  }

  /// True if any object, or the palette, differs from the document as read.
  public var isEdited: Bool { source.isEdited }

  /// True if the object's attributes differ from the document as read, or as the last structural edit left it.
  public func isEdited(_ node: NodeIndex) -> Bool { overlay.contains(node.number) }

  // MARK: Steps of an edit

  /// Returns the entry for the commonest edit: replacing one value, or a part of one, of an unedited object. Returns
  /// nil if old and new value are the same.
  private func replacement(
    of old: UnsafeRawBufferPointer, by value: [UInt8], _ key: String, _ node: NodeIndex
  ) throws(SceneError) -> Overlay.Entry? {
    try withChecked(value, "'\(key)' of '\(id(node))'") { difference(from: old, to: $0) }
  }

  /// Returns the entry for adding an attribute to an unedited object that has others.
  private func addition(
    _ key: String, _ value: [UInt8], after last: AttributeText.Member, _ before: AttributeText.Member?, in start: Int,
    _ node: NodeIndex
  ) throws(SceneError) -> Overlay.Entry? {
    try withChecked(value, "'\(key)' of '\(id(node))'") { new in
      AttributeText.newMember(key, new, after: last, before, in: start, of: base)
        .withUnsafeBytes { overlay.keep($0, start: last.end, end: last.end) }
    }
  }

  /// Returns an attribute's value in the document as read.
  private func originalValue(_ key: String, _ node: NodeIndex) -> UnsafeRawBufferPointer? {
    originalAttributes(node).flatMap { TrustedText.member(key, of: $0)?.value }
  }

  /// Returns the value of a member; nil if it is missing, or if `value` is not an object.
  private static func member(_ name: String, of value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard value.first == UInt8(ascii: "{"), let start = value.baseAddress else { return nil }
    return TrustedText.member(name, of: start.assumingMemoryBound(to: UInt8.self))?.value
  }

  /// Applies one change to the scratch text.
  private func make(_ change: AttributeChange, _ node: NodeIndex) throws(SceneError) {
    switch change {
    case .remove(let key): scratch.remove(key)
    case .rename(let key, let new): try rename(key, to: new, node)
    case .set(let key, let value):
      try withChecked(value, "'\(key)' of '\(id(node))'") { scratch.set(key, $0) { layout(node).emptyStyle } }
    case .setMember(let key, let member, let value):
      guard try withChecked(value, "'\(key)' of '\(id(node))'", { scratch.setMember(key, member, $0) }) else {
        let isStored = attribute(key, of: node) != nil
        throw refused(.noParts(key, member: member, object: id(node), isStored: isStored))
      }
    }
  }

  /// Returns the entry for the difference between the scratch text and its span of the document; nil if they are the
  /// same.
  func scratchEntry(_ span: Range<Int>) -> Overlay.Entry? {
    let new = scratch.text
    // A text equal to the original is not an edit, and an `attributes` or palette that nobody needs is not inserted.
    if span.isEmpty, new.count == scratch.attributes + 2 { return nil }
    return difference(from: text(span), to: new)
  }

  /// Returns the entry that turns a span of the document into a new text; nil if the two are equal.
  private func difference(from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer) -> Overlay.Entry? {
    let (start, end) = old.common(with: new)
    if start == old.count, start == new.count { return nil }
    let (place, rest) = (offset(of: old), UnsafeRawBufferPointer(rebasing: new[start..<new.count - end]))
    return overlay.keep(rest, start: place + start, end: place + old.count - end)
  }

  /// The key of the splices of an object.
  static func key(_ node: NodeIndex) -> UInt32 { UInt32(truncatingIfNeeded: node.number) }

  /// The key of the splices of the palette.
  static let paletteKey = OverlayEntries.firstLooseKey

  /// Validates a value, and calls `body` with it without the blanks around it.
  ///
  /// - Throws: `edit.value` if the value is not JSON text; `owner` names its attribute or colour in the message.
  func withChecked<R>(
    _ value: [UInt8], _ owner: @autoclosure () -> String, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(SceneError) -> R {
    do throws(JSONSyntaxError) {
      return try value.withRawBytes { value throws(JSONSyntaxError) in
        try JSONSyntax.validate(value)
        var (start, end) = (0, value.count)
        while value[start] <= 0x20 { start += 1 }
        while value[end - 1] <= 0x20 { end -= 1 }
        return body(UnsafeRawBufferPointer(rebasing: value[start..<end]))
      }
    } catch {
      throw refused(.notJSON(owner: owner(), error))
    }
  }

  private func rename(_ key: String, to new: String, _ node: NodeIndex) throws(SceneError) {
    guard key != new else { return }
    guard !scratch.has(new) else { throw refused(.isStoredToo(new, old: key, object: id(node))) }
    guard scratch.has(key) else { throw refused(.nothingToRename(key, new: new, object: id(node))) }
    scratch.rename(key, to: new)
  }
}
