/// The values of an object of a foreign document.
package struct ForeignMembers {
  /// The values that are attributes in the scene.
  package var leaves: [ForeignLeaf] = []

  /// The values that are shown and not edited, such as expressions.
  package var others: [Other] = []

  /// A value that is shown and not edited.
  package struct Other {
    package var name: String
    package var value: Range<Int>

    /// The form that the format says the value has, if it has a different one and is no expression; else nil.
    package var expected: String?

    /// True if the format says that the value is not edited.
    package var isReadOnly: Bool

    /// The names of the attributes that the object cannot get as long as it has the value, which stands in their place.
    package var blocked: [String] = []

    package init(name: String, value: Range<Int>, expected: String?, isReadOnly: Bool) {
      (self.name, self.value, self.expected, self.isReadOnly) = (name, value, expected, isReadOnly)
    }
  }

  /// The offsets of the JSON objects and arrays in which members or elements may be inserted or removed.
  package var containers: [Int] = []

  package init() {}

  /// Returns the value that keeps an attribute from being edited; nil if there is none.
  package func obstacle(_ name: String) -> Other? {
    guard leaf(name) == nil else { return nil }
    return others.first { $0.name.isExactly(name) || $0.blocked.contains(where: name.isExactly) }
  }

  /// Returns the value of an attribute; nil if there is none.
  package func leaf(_ name: String) -> ForeignLeaf? { leaves.first { $0.name.isExactly(name) } }
}

/// A value of a foreign document that is an attribute in the scene.
package struct ForeignLeaf {
  /// The key of the attribute.
  package var name: String

  /// The name of the value's type; nil if its JSON text tells the type.
  package var type: String?

  /// The JSON text of the attribute in the scene; nil if it is that of the document.
  package var text: [UInt8]?

  /// The offset of the member's key; for an element of an array, that of its value.
  package var key: Int

  /// The span of the value.
  package var value: Range<Int>

  /// The offset of the JSON object of which the value is a member; nil for an element of an array.
  package var container: Int?

  /// The members that few values have; empty for the others, so that they are small.
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

  /// The entry of a list that the value leaves with, such as `{"name": "speed", "value": 3}`; nil for any other value.
  package var entry: Entry? {
    get { rare.first?.entry }
    set { if newValue != nil || !rare.isEmpty { change { $0.entry = newValue } } }
  }

  /// True if the document itself gives the value its name, so that no format needs to know it.
  package var isCustom = false

  /// The place where the document has the value a second time; nil if it has none.
  package var mirror: Mirror? {
    get { rare.first?.mirror }
    set { if newValue != nil || !rare.isEmpty { change { $0.mirror = newValue } } }
  }

  /// The members of which the value is composed; none for a value that is one member.
  package var parts: [Part] {
    get { rare.first?.parts ?? [] }
    set { if !newValue.isEmpty || !rare.isEmpty { change { $0.parts = newValue } } }
  }

  /// A place where a document has a value a second time, which the program that writes the document reads.
  package struct Mirror {
    /// The key of the place's splices.
    package var key: Int

    /// The span that is replaced.
    package var span: Range<Int>

    /// The texts that are written before and after the value.
    package var before: [UInt8]
    package var after: [UInt8]
    package var spelling: Spelling

    /// True if the span is a value; false if the document has only the first one.
    package var isWritten = false

    /// The way in which the value is written.
    package enum Spelling: String, CaseIterable, Sendable {
      /// As in the first place.
      case value
      /// A colour as a number of 24 bits.
      case number
      /// Numbers as a text with commas: `"4,17"`.
      case list
    }

    package init(key: Int, span: Range<Int>, before: [UInt8], after: [UInt8], spelling: Spelling) {
      (self.key, self.span, self.before, self.after, self.spelling) = (key, span, before, after, spelling)
    }
  }

  /// An element of an array, by the offsets of both.
  package struct Entry {
    package var list: Int
    package var offset: Int

    /// The span of the value that is the entry's name.
    package var name: Range<Int>

    package init(list: Int, offset: Int, name: Range<Int>) {
      (self.list, self.offset, self.name) = (list, offset, name)
    }
  }

  /// A member that is one number of a composed value.
  package struct Part {
    /// The keys that lead from the object to the member.
    package var path: [String]

    /// The member; nil if the document does not have it.
    package var member: Member?

    /// The JSON text of the number that a missing member stands for.
    package var standard: [UInt8]

    /// True if this number is that of a base of the object.
    package var isInherited = false

    package init(path: [String], member: Member?, standard: [UInt8]) {
      (self.path, self.member, self.standard) = (path, member, standard)
    }
  }

  /// The offsets of a member.
  package struct Member {
    package var key: Int
    package var value: Range<Int>
    package var container: Int

    package init(key: Int, value: Range<Int>, container: Int) {
      (self.key, self.value, self.container) = (key, value, container)
    }
  }

  /// Adds the keys that splices of the value may have.
  func addKeys(to keys: inout [Int]) {
    if let entry {
      keys += [key, entry.offset, entry.name.lowerBound]
      return
    }
    if parts.isEmpty { keys.append(key) } else { keys += parts.compactMap { $0.member?.key } }
    if let mirror { keys.append(mirror.key) }
  }

  /// The name of the property whose rules the value has to keep as a part of a function; nil for any other value.
  package var ruledBy: String? {
    get { rare.first?.ruledBy }
    set { if newValue != nil || !rare.isEmpty { change { $0.ruledBy = newValue } } }
  }

  /// True if the document is recognised by the value, which it has to have therefore.
  package var isMark = false

  /// True if the numbers of the value are whole.
  package var isWhole = false

  /// True if a different value would have a different name without this one, such as `color2` after `color`.
  package var isNamesake = false

  package init(name: String, type: String?, text: [UInt8]? = nil, key: Int, value: Range<Int>, container: Int?) {
    (self.name, self.type, self.text) = (name, type, text)
    (self.key, self.value, self.container) = (key, value, container)
  }
}
