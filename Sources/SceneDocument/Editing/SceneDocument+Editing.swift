import JSONText

/// A change to one attribute of an object, or to one colour of the palette. Values are JSON texts; each is written as
/// given, without the whitespace around it.
public enum AttributeChange: Hashable, Sendable {
  /// Sets the attribute. A new attribute is appended in the layout of the existing ones.
  case set(key: String, value: [UInt8])

  /// Sets one member of an attribute whose value is an object, such as `x` of `frame`. A new member is appended; the
  /// other members are kept.
  case setMember(key: String, member: String, value: [UInt8])

  /// Removes the attribute, if the object has it.
  case remove(key: String)

  /// Renames the attribute, which keeps its value and its place in the text.
  case rename(key: String, to: String)
}

extension SpliceRestore {
  /// The object that was edited; meaningless if the palette was edited.
  public var node: NodeIndex { NodeIndex(key) }
}

extension SceneDocument {
  /// Makes all given changes to one object's attributes, or none of them if one is refused. Returns the record that
  /// undoes them.
  ///
  /// ```swift
  /// let undo = try scene.apply([.setMember(key: "frame", member: "x", value: Array("8".utf8))], to: badge)
  /// _ = scene.restore(undo)
  /// ```
  ///
  /// - Throws: `edit.value` if a value is not JSON text, if the attribute of a `setMember` is missing or not an object,
  ///   or if a `rename` names a missing attribute or its new name is in use; `scene.reserved` if the object has a
  ///   reserved key.
  public func apply(_ changes: [AttributeChange], to node: NodeIndex) throws(SceneError) -> SpliceRestore {
    if record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 { throw reserved(node) }
    if let composition { return try compose(changes, to: node, composition) }
    if let projection { return try project(changes, to: node, projection) }
    return try write(changes, to: node)
  }

  /// Makes changes to an object's attributes in the indexed text; see ``apply(_:to:)``.
  func write(_ changes: [AttributeChange], to node: NodeIndex) throws(SceneError) -> SpliceRestore {
    let former = overlay[Self.key(node)]
    let entry = try entry(after: changes, of: node, former)
    let restore = indexed.set(entry, of: Self.key(node), isChange: !Self.areSame(entry, former))
    view.edited = overlay.bits
    return restore
  }

  /// Returns the overlay entry for an object's attributes after applying changes; nil if the result equals the original
  /// text.
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
      for change in changes { try make(change, in: scratch, of: id(node)) { layout(node).emptyStyle } }
    }
    return scratchEntry(span)
  }

  /// Returns true if two entries of one object produce the same text. Each entry must replace the shortest possible
  /// range.
  static func areSame(_ a: Overlay.Entry?, _ b: Overlay.Entry?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.start == b.start && a.end == b.end && a.text.elementsEqual(b.text)
  }

  /// Undoes one edit of an object's attributes or of the palette, and returns the record that redoes it. Edits of one
  /// object must be undone in reverse order, and only in the ``generation`` in which they were made.
  public func restore(_ restore: SpliceRestore) -> SpliceRestore {
    if let former = restore.written?.override, composition == nil { return self.restore(former, restore) }
    if let composition, restore.written?.lineage !== indexed.lineage { return self.restore(restore, by: composition) }
    var back = indexed.restore(restore)
    if let composition, let written = restore.written?.restore {
      back.written = SpliceRestore.Written(composition.written.restore(written), of: indexed)
    }
    view.edited = overlay.bits
    if let projection { follow(restore.node, projection) }
    return back
  }

  /// Changes attributes of one object, calls `body` with the undo record, then undoes the changes and frees their
  /// memory. Returns the result of `body`.
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

  /// Calls `body`, and then frees the memory of the attribute changes made by `body`. These changes must all be undone
  /// when `body` returns.
  package func forgetting<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    defer { index.recent.forget() }
    if let projection {
      return try overlay.forgetting { () throws(E) in try projection.source.overlay.forgettingEqualTexts(body) }
    }
    guard let written = composition?.written else { return try overlay.forgetting(body) }
    return try overlay.forgetting { () throws(E) in try written.forgetting(body) }
  }

  /// True if edits are in effect: attributes or colours differ from the original text, or the structure was edited.
  public var isEdited: Bool { source.isEdited }

  /// Returns true if the object's attributes have been edited since the text was read, or since the last structural
  /// edit.
  public func isEdited(_ node: NodeIndex) -> Bool { overlay.contains(node.number) }

  // MARK: Steps of an edit

  /// Returns the entry for the most common edit: replacing one value, or one member of a value, of an unedited object.
  /// Returns nil if the new value equals the old one.
  private func replacement(
    of old: UnsafeRawBufferPointer, by value: [UInt8], _ key: String, _ node: NodeIndex
  ) throws(SceneError) -> Overlay.Entry? {
    try withChecked(value, "'\(key)' of '\(id(node))'") { difference(from: old, to: $0) }
  }

  /// Returns the entry for adding an attribute to an unedited object that has attributes.
  private func addition(
    _ key: String, _ value: [UInt8], after last: AttributeText.Member, _ before: AttributeText.Member?, in start: Int,
    _ node: NodeIndex
  ) throws(SceneError) -> Overlay.Entry? {
    try withChecked(value, "'\(key)' of '\(id(node))'") { new in
      AttributeText.newMember(key, new, after: last, before, in: start, of: base)
        .withUnsafeBytes { overlay.keep($0, start: last.end, end: last.end) }
    }
  }

  /// Returns an attribute's value in the original text, before all edits; nil if the attribute is missing there.
  private func originalValue(_ key: String, _ node: NodeIndex) -> UnsafeRawBufferPointer? {
    originalAttributes(node).flatMap { TrustedText.member(key, of: $0)?.value }
  }

  /// Returns the value of a member of `value`; nil if the member is missing, or if `value` is not an object.
  private static func member(_ name: String, of value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard value.first == UInt8(ascii: "{"), let start = value.baseAddress else { return nil }
    return TrustedText.member(name, of: start.assumingMemoryBound(to: UInt8.self))?.value
  }

  /// Applies one change to a text of attributes, or throws `edit.value` if the change is refused.
  ///
  /// - Parameters:
  ///   - id: the id of the object in messages.
  ///   - empty: returns the layout for the first attribute; called only if there are none.
  func make(
    _ change: AttributeChange, in text: AttributeText, of id: @autoclosure () -> String,
    empty: () -> AttributeText.EmptyStyle
  ) throws(SceneError) {
    switch change {
    case .remove(let key): text.remove(key)
    case .rename(let key, let new):
      guard key != new else { return }
      guard !text.has(new) else { throw refused(.isStoredToo(new, old: key, object: id())) }
      guard text.has(key) else { throw refused(.nothingToRename(key, new: new, object: id())) }
      text.rename(key, to: new)
    case .set(let key, let value):
      try withChecked(value, "'\(key)' of '\(id())'") { text.set(key, $0, empty: empty) }
    case .setMember(let key, let member, let value):
      guard try withChecked(value, "'\(key)' of '\(id())'", { text.setMember(key, member, $0) }) else {
        throw refused(.noParts(key, member: member, object: id(), isStored: text.has(key)))
      }
    }
  }

  /// Returns the overlay entry that replaces a span of the document by the scratch text. Returns nil if the two are
  /// equal, or if the span is empty and the scratch text has no members.
  func scratchEntry(_ span: Range<Int>) -> Overlay.Entry? {
    let new = scratch.text
    // An empty `attributes` or palette is not inserted.
    if span.isEmpty, new.count == scratch.attributes + 2 { return nil }
    return difference(from: text(span), to: new)
  }

  /// Returns the shortest overlay entry that turns a span of the document into a new text; nil if the two are equal.
  func difference(from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer) -> Overlay.Entry? {
    let (start, end) = old.common(with: new)
    if start == old.count, start == new.count { return nil }
    let (place, rest) = (offset(of: old), UnsafeRawBufferPointer(rebasing: new[start..<new.count - end]))
    return overlay.keep(rest, start: place + start, end: place + old.count - end)
  }

  /// Returns the overlay's key for an object's attributes.
  static func key(_ node: NodeIndex) -> UInt32 { UInt32(truncatingIfNeeded: node.number) }

  /// The overlay's key for the palette.
  static let paletteKey = OverlayEntries.firstLooseKey

  /// Validates the JSON text of a value, and calls `body` with the text without the whitespace around it.
  ///
  /// - Throws: `edit.value` if the value is not JSON text; `owner` names its attribute or colour in the message.
  func withChecked<R>(
    _ value: [UInt8], _ owner: @autoclosure () -> String, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(SceneError) -> R {
    do throws(ChangeRefusal) {
      return try value.withChecked(as: owner(), body)
    } catch {
      throw refused(error)
    }
  }
}

extension [UInt8] {
  /// Validates the JSON text of a value, and calls `body` with the text without the whitespace around it.
  ///
  /// - Parameter owner: the value's attribute or colour in the message of the error.
  func withChecked<R>(
    as owner: @autoclosure () -> String, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(ChangeRefusal) -> R {
    do throws(JSONSyntaxError) {
      return try withRawBytes { value throws(JSONSyntaxError) in
        try JSONSyntax.validate(value)
        var (start, end) = (0, value.count)
        while value[start] <= 0x20 { start += 1 }
        while value[end - 1] <= 0x20 { end -= 1 }
        return body(UnsafeRawBufferPointer(rebasing: value[start..<end]))
      }
    } catch {
      throw .notJSON(owner: owner(), error)
    }
  }
}
