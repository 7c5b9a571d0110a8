/// The values of one object in a foreign document.
package struct ForeignMembers {
  /// The values that the scene shows as attributes.
  package var leaves: [ForeignLeaf] = []

  /// The values that are shown but cannot be edited, such as expressions.
  package var others: [Other] = []

  /// A value that is shown but cannot be edited.
  package struct Other {
    package var name: String
    package var value: Range<Int>

    /// The form that the format requires, in words, if the value has a different form; nil for a valid value or an
    /// expression.
    package var expected: String?

    /// True if the format declares the value read-only.
    package var isReadOnly: Bool

    /// The names of the attributes that cannot be set while the value takes their place.
    package var blocked: [String] = []

    package init(name: String, value: Range<Int>, expected: String?, isReadOnly: Bool) {
      (self.name, self.value, self.expected, self.isReadOnly) = (name, value, expected, isReadOnly)
    }
  }

  /// The offsets of the JSON objects and arrays in which an edit may insert or remove items.
  package var containers: [Int] = []

  package init() {}

  /// Returns the value that prevents an attribute from being edited; nil if there is none.
  package func obstacle(_ name: String) -> Other? {
    guard leaf(name) == nil else { return nil }
    return others.first { $0.name.isExactly(name) || $0.blocked.contains(where: name.isExactly) }
  }

  /// Returns the editable value with the given attribute name; nil if there is none.
  package func leaf(_ name: String) -> ForeignLeaf? { leaves.first { $0.name.isExactly(name) } }
}

/// A value of a foreign document that the scene shows as an attribute.
package struct ForeignLeaf {
  /// The attribute's key in the scene.
  package var name: String

  /// The name of the value's type; nil if the JSON text determines the type.
  package var type: String?

  /// The attribute's JSON text in the scene; nil if it equals the text in the document.
  package var text: [UInt8]?

  /// The offset of the member's key or, for an element of an array, of its value.
  package var key: Int

  /// The span of the value in the document.
  package var value: Range<Int>

  /// The offset of the JSON object that contains the value as a member; nil for an element of an array.
  package var container: Int?

  /// The rarely used properties of a value; empty for most values, to save memory.
  private var rare: [Rare] = []

  private struct Rare {
    var entry: Entry?
    var mirror: Mirror?
    var parts: [Part] = []
    var ruledBy: String?
  }

  private mutating func change(_ body: (inout Rare) -> Void) {
    if rare.isEmpty { rare.append(Rare()) }
    body(&rare[0])
  }

  /// The list entry that is removed along with the value, such as `{"name": "speed", "value": 3}`; nil for a value
  /// without an entry.
  package var entry: Entry? {
    get { rare.first?.entry }
    set { if newValue != nil || !rare.isEmpty { change { $0.entry = newValue } } }
  }

  /// True if the document itself, and not the format, defines the value's name.
  package var isCustom = false

  /// The second place in which the document stores the value; nil if there is only one.
  package var mirror: Mirror? {
    get { rare.first?.mirror }
    set { if newValue != nil || !rare.isEmpty { change { $0.mirror = newValue } } }
  }

  /// The members that compose the value; empty for a value in a single member.
  package var parts: [Part] {
    get { rare.first?.parts ?? [] }
    set { if !newValue.isEmpty || !rare.isEmpty { change { $0.parts = newValue } } }
  }

  /// A second place in which a document stores a value, and from which the document's program reads the value.
  package struct Mirror {
    /// The key of the splices that replace the mirror.
    package var key: Int

    /// The span that an edit of the value replaces.
    package var span: Range<Int>

    /// The text to write before the value; `after` is the text to write after the value.
    package var before: [UInt8]
    package var after: [UInt8]
    package var spelling: Spelling

    /// True if the document contains the mirror; false if an edit inserts it.
    package var isWritten = false

    /// The spelling of the value in its mirror.
    package enum Spelling: String, CaseIterable, Sendable {
      /// The same spelling as in the first place.
      case value
      /// A colour as a 24-bit integer.
      case number
      /// A string of comma-separated numbers, such as `"4,17"`.
      case list
    }

    package init(key: Int, span: Range<Int>, before: [UInt8], after: [UInt8], spelling: Spelling) {
      (self.key, self.span, self.before, self.after, self.spelling) = (key, span, before, after, spelling)
    }
  }

  /// A list entry, given by its own offset and that of its list.
  package struct Entry {
    package var list: Int
    package var offset: Int

    /// The span of the value that contains the entry's name.
    package var name: Range<Int>

    package init(list: Int, offset: Int, name: Range<Int>) {
      (self.list, self.offset, self.name) = (list, offset, name)
    }
  }

  /// A member that contains one number of a composed value.
  package struct Part {
    /// The key path from the object to the member.
    package var path: [String]

    /// The offsets of the member; nil if the document lacks the member.
    package var member: Member?

    /// The default number for a missing member, as JSON text.
    package var standard: [UInt8]

    /// True if the default number is inherited from a base of the object.
    package var isInherited = false

    package init(path: [String], member: Member?, standard: [UInt8]) {
      (self.path, self.member, self.standard) = (path, member, standard)
    }
  }

  /// The offsets of a member's key, value and container.
  package struct Member {
    package var key: Int
    package var value: Range<Int>
    package var container: Int

    package init(key: Int, value: Range<Int>, container: Int) {
      (self.key, self.value, self.container) = (key, value, container)
    }
  }

  /// Adds the keys of the splices that edits of the value may create.
  func addKeys(to keys: inout [Int]) {
    if let entry {
      keys += [key, entry.offset, entry.name.lowerBound]
      return
    }
    if parts.isEmpty { keys.append(key) } else { keys += parts.compactMap { $0.member?.key } }
    if let mirror { keys.append(mirror.key) }
  }

  /// The name of the property whose rules apply to the value as part of a function; nil for any other value.
  package var ruledBy: String? {
    get { rare.first?.ruledBy }
    set { if newValue != nil || !rare.isEmpty { change { $0.ruledBy = newValue } } }
  }

  /// True if the format is recognised by the value, which therefore cannot be removed.
  package var isMark = false

  /// True if the numbers of the value must be integers.
  package var isWhole = false

  /// True if the removal of the value would change the name of a different value, such as `color2` after `color`.
  package var isNamesake = false

  package init(name: String, type: String?, text: [UInt8]? = nil, key: Int, value: Range<Int>, container: Int?) {
    (self.name, self.type, self.text) = (name, type, text)
    (self.key, self.value, self.container) = (key, value, container)
  }
}
