package import JSONText

/// A document format of another program, such as map styles. It converts a document to a scene, and values of the scene
/// to the spelling of the document.
///
/// The text of the scene is never saved. Edits of its attributes become splices of the document's own text.
package protocol ForeignFormat: AnyObject, Sendable {
  /// The name of the format, such as `maplibre`.
  var name: String { get }

  /// The version of the format's description, such as `1.0.0`.
  var version: String { get }

  /// The path of the file that describes the format.
  var path: String { get }

  /// The glob patterns of the format's file names, such as `*.json`.
  var filePatterns: [String] { get }

  /// The display name of the format, such as `MapLibre style`.
  var title: String { get }

  /// The description of the format's classes, in the form of a plugin without code.
  var description: [UInt8] { get }

  /// True if documents may have members that the format's classes do not declare.
  var isOpen: Bool { get }

  /// The sets of member keys that identify the format; a document must have all keys of one set.
  var keys: [[String]] { get }

  /// True if documents are XML; false if they are JSON.
  var isMarkup: Bool { get }

  /// Returns true if a document has the members that identify the format.
  func matches(_ document: TextValue) -> Bool

  /// Returns sentences about the identifying marks that a document lacks, and true for `isNear` if only one of several
  /// marks is missing; nil if the format has no marks.
  ///
  /// - Parameter isNamed: returns true if the file name matches one of the patterns, other than the pattern of all JSON
  ///   files.
  func lacks(_ document: TextValue, isNamed: (_ patterns: [String]) -> Bool) -> (lacks: [String], isNear: Bool)?

  /// Returns the reason why a document of the same program, but of an unsupported kind, cannot be read; nil for any
  /// other document.
  func reasonNotToRead(_ document: TextValue) -> String?

  /// Converts a document to a scene. Throws a fault if the document does not follow the format.
  ///
  /// - Parameter files: the files that the document references.
  func scene(of document: TextValue, _ files: ForeignFiles) throws(ForeignFault) -> ForeignScene

  /// Returns the values of an object, with their places in the document.
  func members(of object: ForeignObject, in document: TextValue) -> ForeignMembers

  /// Returns the place for a value that an object lacks; nil if the format has no such value.
  func site(of name: String, in object: ForeignObject, _ document: TextValue) -> ForeignSite?

  /// Returns the keys of the object's members that the program derives from a value; empty if there are none.
  func computed(from name: String, in object: ForeignObject, _ document: TextValue) -> [String]

  /// Returns the place for a missing value as an entry of one of the object's lists; nil if the object has no such
  /// list.
  ///
  /// - Parameters:
  ///   - type: the name of the type that a plugin declares for the value; nil if none does.
  ///   - forms: the forms of the document's existing list entries.
  func entrySite(
    of name: String, as type: String?, in object: ForeignObject, like forms: [String: ForeignEntryForm],
    _ document: TextValue
  ) -> ForeignSite?

  /// Returns the value because of which an object cannot get a value; nil if there is none.
  func obstacle(to name: String, in object: ForeignObject, _ document: TextValue) -> ForeignObstacle?

  /// Returns true if a list entry of an object may have the given name, which no value of the format has.
  func isEntryName(_ name: String, in object: ForeignObject, _ document: TextValue) -> Bool

  /// Returns the forms of the list entries in some objects, keyed by attribute name.
  func entryForms(of objects: [ForeignObject], _ document: TextValue) -> [String: ForeignEntryForm]

  /// Returns the key of the member that contains an object's name; nil if the object cannot have a name.
  func nameKey(of object: ForeignObject) -> String?

  /// Returns the offset of the list that contains an object's children of one kind; nil if the object has no such list.
  func list(ofKind kind: Int, in object: ForeignObject, _ document: TextValue) -> Int?

  /// Returns the name of a missing list for an object's children of one kind, and the names of the elements that must
  /// follow the list; nil if the object cannot have such a list.
  func missingList(
    ofKind kind: Int, in object: ForeignObject, _ document: TextValue
  ) -> (name: String, followers: [String])?

  /// Returns a new object of a class for one of the owner's lists; nil if the format cannot create it.
  ///
  /// - Parameter kind: the number of the only kind that the object may have; nil for any kind.
  func template(
    ofClass name: String, kind: Int?, in owner: ForeignObject, _ document: TextValue
  ) -> ForeignTemplate?

  /// Returns the classes of the objects that the format can create in the owner's lists.
  func insertableClasses(in owner: ForeignObject, _ document: TextValue) -> [String]

  /// Returns the spans of all references to an object's id.
  func references(to object: ForeignObject, in scene: ForeignScene, _ document: TextValue) -> [Range<Int>]

  /// Returns the counter in the document that contains the next id for objects of a kind; nil if there is no counter.
  func counter(of object: ForeignObject, _ document: TextValue) -> TextValue?

  /// Returns the spans that must be removed along with objects of the given ids, such as connections that refer to
  /// them.
  func dependents(on ids: Set<String>, _ document: TextValue) -> OrderedSpans

  /// Returns the ids in the document that do not belong to objects, and that no object may use.
  func otherIDs(_ document: TextValue) -> Set<String>

  /// Returns true if an object is mandatory in its owner, and therefore cannot be removed.
  func isRequired(_ object: ForeignObject, _ document: TextValue) -> Bool

  /// Returns the ids of the objects whose references to an object would become invalid if the object moved to a
  /// different list; nil if the object cannot leave its list.
  func obstacles(toMoving object: ForeignObject, _ document: TextValue, to list: Int) -> [String]?

  /// Returns the spans of ids within an object that do not identify objects, and of references to ids within the
  /// object. A copy of the object gets new ids in these spans.
  func innerIDs(of object: ForeignObject, _ document: TextValue) -> [(span: Range<Int>, id: String, isOwn: Bool)]

  /// Returns true if the format permits an edit of an object; false if the edit is reserved for the format's program.
  func allows(_ edit: ForeignRefusal.ObjectEdit, of object: ForeignObject) -> Bool

  /// Returns true if a text is a valid id for an object in the document.
  func accepts(_ id: String, asIDOf object: ForeignObject) -> Bool

  /// Returns a candidate for the id of a copy, in the style of the format; nil if the copy's id is the original's with
  /// a number.
  ///
  /// - Parameter number: the number of the attempt, from 1.
  func newID(of object: ForeignObject, number: Int) -> String?

  /// Returns the text of a value in the spelling of its mirror.
  ///
  /// - Parameter text: the text in the scene.
  func mirrored(_ text: [UInt8], as spelling: ForeignLeaf.Mirror.Spelling, type: String?) -> [UInt8]

  /// Splits a composed value into the JSON texts of its numbers.
  ///
  /// - Parameters:
  ///   - text: the text in the scene, as returned by ``spelling(of:like:as:in:)``.
  ///   - type: the name of the value's type.
  func numbers(of text: [UInt8], as type: String?) -> [[UInt8]]

  /// Composes the scene's text of a value from the JSON texts of its numbers.
  func composed(_ numbers: [[UInt8]], as type: String?) -> [UInt8]

  /// Returns the scene's text of a value as it will be read back after the value is written. Throws a refusal if the
  /// document cannot store the value, or would be read differently afterwards.
  ///
  /// - Parameters:
  ///   - text: the new text in the scene.
  ///   - old: the text in the document, whose spelling is kept; nil for a value that the document lacks.
  ///   - type: the name of the value's type.
  func spelling(
    of text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) throws(ForeignRefusal) -> [UInt8]

  /// Converts a value of the scene to its text in the document.
  ///
  /// - Parameter text: the text in the scene, as returned by ``spelling(of:like:as:in:)`` with the same arguments.
  func written(
    _ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) -> [UInt8]
}

extension ForeignFormat {
  package var isMarkup: Bool { false }
  package func reasonNotToRead(_ document: TextValue) -> String? { nil }
  package func computed(from name: String, in object: ForeignObject, _ document: TextValue) -> [String] { [] }
  package func obstacle(to name: String, in object: ForeignObject, _ document: TextValue) -> ForeignObstacle? { nil }
  package func counter(of object: ForeignObject, _ document: TextValue) -> TextValue? { nil }
  package func dependents(on ids: Set<String>, _ document: TextValue) -> OrderedSpans { OrderedSpans([]) }
  package func innerIDs(
    of object: ForeignObject, _ document: TextValue
  ) -> [(span: Range<Int>, id: String, isOwn: Bool)] { [] }
  package func missingList(
    ofKind kind: Int, in object: ForeignObject, _ document: TextValue
  ) -> (name: String, followers: [String])? { nil }
  package func template(
    ofClass name: String, kind: Int?, in owner: ForeignObject, _ document: TextValue
  ) -> ForeignTemplate? { nil }
  package func insertableClasses(in owner: ForeignObject, _ document: TextValue) -> [String] { [] }
  package func otherIDs(_ document: TextValue) -> Set<String> { [] }
  package func isRequired(_ object: ForeignObject, _ document: TextValue) -> Bool { false }
  package func obstacles(toMoving object: ForeignObject, _ document: TextValue, to list: Int) -> [String]? { [] }
  package func mirrored(_ text: [UInt8], as spelling: ForeignLeaf.Mirror.Spelling, type: String?) -> [UInt8] { text }
  package func numbers(of text: [UInt8], as type: String?) -> [[UInt8]] { [] }
  package func composed(_ numbers: [[UInt8]], as type: String?) -> [UInt8] { [] }
}

/// A foreign document converted to a scene.
package struct ForeignScene {
  /// The JSON text of the scene.
  package var text: [UInt8] = []

  /// The objects in the order of the scene.
  package var objects: [ForeignObject] = []

  /// The values that objects inherit from other documents and objects, keyed by the places that the scene's bindings
  /// name.
  package var inherited: [String: ForeignInherited] = [:]

  /// The numbers of the objects with values that have an unexpected form, or that occur twice in the document.
  package var doubtful: Set<Int> = []

  /// The classes that the document and related files define, in the form of a plugin without code; nil if they define
  /// none.
  package var definitions: [UInt8]?

  package init() {}

  /// The values of the first objects, cached for later edits; a large document has only a part of its objects here.
  private(set) var members: [ForeignMembers] = []
  private var memberCount = 0

  /// The maximum number of cached values, each of which occupies about 120 bytes.
  private static let mostMembers = 20_000

  /// Caches the values of the last object up to the limit, and adds the object to `doubtful` if one of its values is.
  package mutating func note(_ members: ForeignMembers) {
    memberCount += members.leaves.count + members.others.count
    if memberCount <= Self.mostMembers { self.members.append(members) }
    if members.others.contains(where: { $0.expected != nil })
      || members.leaves.contains(where: { $0.mirror?.isWritten == true })
    {
      doubtful.insert(objects.count - 1)
    }
  }
}

/// A value that an object inherits as long as it stores none of its own.
package struct ForeignInherited: Sendable {
  /// The value as JSON text, spelled as in scenes.
  package var text: [UInt8]

  /// The path of the file that defines the value.
  package var path: String

  package init(text: [UInt8], path: String) { (self.text, self.path) = (text, path) }
}

/// An object of a foreign document, with its place in the text.
package struct ForeignObject {
  /// The name of the object's class in the scene.
  package var className = ""

  /// The objects from which this object inherits values, in order of precedence.
  package var bases: [ForeignBase] = []

  /// The offset of the object's JSON value or XML element in the document.
  package var offset: Int

  /// The number of the object's kind in its format.
  package var kind: Int

  /// The object's id in the scene.
  package var id: String

  /// The place of the id in the document; nil if the id is derived from the object's place.
  package var idPlace: ForeignID?

  /// The number of the object's parent in the scene; nil for the outermost object.
  package var parent: Int?

  /// The offset of the JSON array or object, or XML element, that contains the object; nil for the outermost object.
  package var list: Int?

  /// The offset of the object's key in its list; nil for an element of an array.
  package var key: Int?

  /// True if the object is the value of a single member, not an item of a list.
  package var isSingle = false

  package init(offset: Int, kind: Int, id: String) { (self.offset, self.kind, self.id) = (offset, kind, id) }

  /// The offset of the object as a list item, including its key.
  var start: Int { key ?? offset }

  /// The offset that messages about the object's id report.
  var idOffset: Int { idPlace?.span.lowerBound ?? offset }
}

/// The place of an id in a foreign document.
package struct ForeignID {
  /// The span of the id's JSON text.
  package var span: Range<Int>

  /// True if the id is a number.
  package var isNumber: Bool

  /// The prefix of the id in the scene, such as `source-`.
  package var prefix: String

  /// True if the id is unique only among the parent's children; the prefix then contains the parent's id.
  package var isOfParent: Bool

  package init(span: Range<Int>, isNumber: Bool, prefix: String, isOfParent: Bool = false) {
    (self.span, self.isNumber, self.prefix, self.isOfParent) = (span, isNumber, prefix, isOfParent)
  }
}

/// A value in the place of the object or array that would contain a new value, which therefore cannot be inserted.
package struct ForeignObstacle {
  /// The key path of the value in its object.
  package var path: [String]

  /// The required kind of value, such as `an object`.
  package var expected: String
  package var value: TextValue

  package init(path: [String], expected: String, value: TextValue) {
    (self.path, self.expected, self.value) = (path, expected, value)
  }
}

/// The place at which a missing value can be inserted in a document.
package struct ForeignSite {
  /// The key path from the object to the value.
  package var path: [String]

  /// The name of the value's type.
  package var type: String

  /// The key paths of the members that compose the value; empty for a value in a single member.
  package var parts: [[String]]

  /// The default numbers, as JSON texts, for missing members of a composed value.
  package var standards: [[UInt8]]

  /// True if the numbers of the value must be integers.
  package var isWhole = false

  /// The place in an XML document; nil for a JSON document.
  package var markup: MarkupSite?

  /// The members of the list entry that will contain the value, as JSON texts; a nil text stands for the value itself.
  /// Nil if the value is not stored as a list entry.
  package var entry: [(key: String, text: [UInt8]?)]?

  package init(path: [String], type: String, parts: [[String]] = [], standards: [[UInt8]] = []) {
    (self.path, self.type, self.parts, self.standards) = (path, type, parts, standards)
  }
}

/// The form of a list entry: its name, and the name of its type in the format.
package struct ForeignEntryForm: Sendable {
  package var name: String
  package var typeName: String?

  package init(name: String, typeName: String?) { (self.name, self.typeName) = (name, typeName) }
}

/// A fault of a foreign document, before its line and column are computed.
package struct ForeignFault: Error {
  package var reason: AnyRefusal
  package var offset: Int
  package var related: Int?

  package init(_ reason: any Refusal, at offset: Int, related: Int? = nil) {
    (self.reason, self.offset, self.related) = (AnyRefusal(reason), offset, related)
  }
}

/// Disjoint spans of a text in ascending order.
package struct OrderedSpans {
  package private(set) var spans: [Range<Int>] = []

  /// Creates a list of the outermost spans. Any two of the given spans must be disjoint or nested.
  package init(_ spans: some Sequence<Range<Int>>) {
    for span in spans.sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where span.lowerBound >= self.spans.last?.upperBound ?? 0 {
      self.spans.append(span)
    }
  }

  /// Returns true if one of the spans contains an offset.
  func contains(_ offset: Int) -> Bool { overlaps(offset..<offset + 1) }

  /// Returns true if one of the spans overlaps the given span.
  func overlaps(_ span: Range<Int>) -> Bool {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound <= span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].overlaps(span)
  }
}
