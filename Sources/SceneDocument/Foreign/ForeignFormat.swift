package import JSONText

/// A format of documents that are not scenes, such as map styles. It reads a document as a scene, and it knows how values
/// of the scene are written in the document.
///
/// The text of the scene is never saved. Edits of its attributes become splices of the document's own text.
package protocol ForeignFormat: AnyObject, Sendable {
  /// The name of the format, such as `maplibre`.
  var name: String { get }

  /// The version of the format's description, such as `1.0.0`.
  var version: String { get }

  /// The path of the file that describes the format.
  var path: String { get }

  /// The patterns of the names that files of the format have, such as `*.json`.
  var filePatterns: [String] { get }

  /// The name of the format for people, such as `MapLibre style`.
  var title: String { get }

  /// A description of the format's classes, as that of a plugin without code.
  var description: [UInt8] { get }

  /// True if documents have more members than the classes of the format declare.
  var isOpen: Bool { get }

  /// The keys of the members by which documents are recognised; a document has all keys of one of the lists.
  var keys: [[String]] { get }

  /// True if documents are XML; false if they are JSON.
  var isMarkup: Bool { get }

  /// Returns true if a document has the members by which the format is recognised.
  func matches(_ document: TextValue) -> Bool

  /// Returns what a document lacks to be recognised, as sentences, and whether that is only one of several marks; nil if
  /// the format has no marks.
  ///
  /// - Parameter isNamed: returns true if the document's name fits one of several patterns, and tells something.
  func lacks(_ document: TextValue, isNamed: (_ patterns: [String]) -> Bool) -> (lacks: [String], isNear: Bool)?

  /// Returns the reason for not reading a document of the program that is in a different format; nil if there is none.
  func reasonNotToRead(_ document: TextValue) -> String?

  /// Returns the scene that a document describes. Throws a fault of the document.
  ///
  /// - Parameter files: the other documents that the document names.
  func scene(of document: TextValue, _ files: ForeignFiles) throws(ForeignFault) -> ForeignScene

  /// Returns the values of an object and their places.
  func members(of object: ForeignObject, in document: TextValue) -> ForeignMembers

  /// Returns the place of a value that an object does not have; nil if the format has no such value.
  func site(of name: String, in object: ForeignObject, _ document: TextValue) -> ForeignSite?

  /// Returns the keys of the members of an object that the program computes from a value; none if it computes none.
  func computed(from name: String, in object: ForeignObject, _ document: TextValue) -> [String]

  /// Returns the place of a value that an object does not have as an entry of a list; nil if the object has no such list.
  ///
  /// - Parameters:
  ///   - type: the name of the type that a plugin declares for the value; nil if none does.
  ///   - forms: the forms of the document's entries.
  func entrySite(
    of name: String, as type: String?, in object: ForeignObject, like forms: [String: ForeignEntryForm],
    _ document: TextValue
  ) -> ForeignSite?

  /// Returns true if an entry of a list of an object may get a name, as which the object has no value.
  func isEntryName(_ name: String, in object: ForeignObject, _ document: TextValue) -> Bool

  /// Returns the forms of the entries of the lists of some objects, by the names that they have as attributes.
  func entryForms(of objects: [ForeignObject], _ document: TextValue) -> [String: ForeignEntryForm]

  /// Returns the key of the member that is an object's name; nil if the object can have none.
  func nameKey(of object: ForeignObject) -> String?

  /// Returns the offset of the list in which an object's children of a kind are; nil if the object has no such list.
  func list(ofKind kind: Int, in object: ForeignObject, _ document: TextValue) -> Int?

  /// Returns the place of the list in which an object's children of a kind would be, if it had one: the list's name, and the
  /// names of the elements before which it stands; nil if the object can have no such list.
  func missingList(
    ofKind kind: Int, in object: ForeignObject, _ document: TextValue
  ) -> (name: String, followers: [String])?

  /// Returns a new object of a class for a list of an object; nil if the format makes none.
  ///
  /// - Parameter kind: the number of the only kind that the object may have; nil for any kind.
  func template(
    ofClass name: String, kind: Int?, in owner: ForeignObject, _ document: TextValue
  ) -> ForeignTemplate?

  /// Returns the classes of the objects that the format makes for the lists of an object.
  func insertableClasses(in owner: ForeignObject, _ document: TextValue) -> [String]

  /// Returns the spans of the texts that refer to an object by its id.
  func references(to object: ForeignObject, in scene: ForeignScene, _ document: TextValue) -> [Range<Int>]

  /// Returns the number that the document keeps for the next object of an object's kind; nil if it keeps none.
  func counter(of object: ForeignObject, _ document: TextValue) -> TextValue?

  /// Returns the spans that leave a document with some objects since they refer to them by their ids, such as those of
  /// connections.
  func dependents(on ids: Set<String>, _ document: TextValue) -> OrderedSpans

  /// Returns the ids of the document that are not those of objects, and that no object may get.
  func otherIDs(_ document: TextValue) -> Set<String>

  /// Returns true if the owner of an object always has it, so that it is not removed.
  func isRequired(_ object: ForeignObject, _ document: TextValue) -> Bool

  /// Returns the ids of the objects that would refer to an object from a wrong place if it moved to a different list; nil if
  /// the object stays in its list.
  func obstacles(toMoving object: ForeignObject, _ document: TextValue, to list: Int) -> [String]?

  /// Returns the spans of the texts in an object that are ids without being ids of objects, and of those that refer to ids
  /// in the object. They have new ids in a copy.
  func innerIDs(of object: ForeignObject, _ document: TextValue) -> [(span: Range<Int>, id: String, isOwn: Bool)]

  /// Returns true if the format lets people make an edit of an object.
  func allows(_ edit: ForeignRefusal.ObjectEdit, of object: ForeignObject) -> Bool

  /// Returns true if a text may be the id of an object in the document.
  func accepts(_ id: String, asIDOf object: ForeignObject) -> Bool

  /// Returns the id for a copy of an object; nil if ids are numbered.
  ///
  /// - Parameter number: the number of the attempt, from 1.
  func newID(of object: ForeignObject, number: Int) -> String?

  /// Returns the text of a value as a mirror of it has it.
  ///
  /// - Parameter text: the text in the scene.
  func mirrored(_ text: [UInt8], as spelling: ForeignLeaf.Mirror.Spelling, type: String?) -> [UInt8]

  /// Returns the JSON texts of the numbers of a value that is composed of several members.
  ///
  /// - Parameters:
  ///   - text: the text in the scene, which ``spelling(of:like:as:in:)`` returned.
  ///   - type: the name of the value's type.
  func numbers(of text: [UInt8], as type: String?) -> [[UInt8]]

  /// Returns the text that the scene has for a value of a type with several numbers.
  func composed(_ numbers: [[UInt8]], as type: String?) -> [UInt8]

  /// Returns the text that the scene has for a value if the document is given it. Throws a refusal if the document
  /// cannot have the value, or would be read differently then.
  ///
  /// - Parameters:
  ///   - text: the new text in the scene.
  ///   - old: the text in the document, whose spelling is kept; nil for a value that the document does not have.
  ///   - type: the name of the value's type.
  func spelling(
    of text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) throws(ForeignRefusal) -> [UInt8]

  /// Returns the text of a value in the document.
  ///
  /// - Parameter text: the text in the scene, which ``spelling(of:like:as:in:)`` returned with the same arguments.
  func written(
    _ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) -> [UInt8]
}

extension ForeignFormat {
  package var isMarkup: Bool { false }
  package func reasonNotToRead(_ document: TextValue) -> String? { nil }
  package func computed(from name: String, in object: ForeignObject, _ document: TextValue) -> [String] { [] }
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

/// A scene that a foreign document describes.
package struct ForeignScene {
  /// The text of the scene.
  package var text: [UInt8] = []

  /// The objects in the order of the scene.
  package var objects: [ForeignObject] = []

  /// The values that objects have from other documents and objects, by the places that bindings of the scene name.
  package var inherited: [String: ForeignInherited] = [:]

  /// The numbers of the objects with values that have a different form than the format says, or that are there twice.
  package var doubtful: Set<Int> = []

  /// The classes that the document and those around it define, as the description of a plugin without code; nil if they
  /// define none.
  package var definitions: [UInt8]?

  package init() {}

  /// The values of the first objects, which edits need again; not those of all objects of a large document.
  private(set) var members: [ForeignMembers] = []
  private var memberCount = 0

  /// The greatest number of values that are kept, each of which takes about 120 bytes.
  private static let mostMembers = 20_000

  /// Keeps the values of the last object while there are few, and notes the object as doubtful if one of its values is.
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

/// A value that an object has as long as it has none of its own.
package struct ForeignInherited: Sendable {
  /// The JSON text that a scene has for the value.
  package var text: [UInt8]

  /// The path of the file that says the value.
  package var path: String

  package init(text: [UInt8], path: String) { (self.text, self.path) = (text, path) }
}

/// An object of a foreign document.
package struct ForeignObject {
  /// The object's class.
  package var className = ""

  /// The values and objects whose values the object has as long as it has none of its own, the nearest first.
  package var bases: [ForeignBase] = []

  /// The offset of its value in the document.
  package var offset: Int

  /// The number of the object's kind in its format.
  package var kind: Int

  /// The object's id in the scene.
  package var id: String

  /// The place of the id; nil if the document says none, and the id is made of the object's place.
  package var idPlace: ForeignID?

  /// The number of the parent in the scene; nil for the outermost object.
  package var parent: Int?

  /// The offset of the array or JSON object in which the object is; nil for the outermost object.
  package var list: Int?

  /// The offset of the object's key in a JSON object; nil for an element of an array.
  package var key: Int?

  /// True if the object is the value of a member of its own, so that the place can have no second object.
  package var isSingle = false

  package init(offset: Int, kind: Int, id: String) { (self.offset, self.kind, self.id) = (offset, kind, id) }

  /// The offset at which the object begins as an item of its list.
  var start: Int { key ?? offset }

  /// The offset that messages about the object's id name.
  var idOffset: Int { idPlace?.span.lowerBound ?? offset }
}

/// The place of an id in a foreign document.
package struct ForeignID {
  /// The span of the id's JSON text.
  package var span: Range<Int>

  /// True if the id is a number.
  package var isNumber: Bool

  /// The text that precedes the id in the scene, such as `source-`.
  package var prefix: String

  /// True if the id is unique among the children of the object's parent only, whose id the prefix has.
  package var isOfParent: Bool

  package init(span: Range<Int>, isNumber: Bool, prefix: String, isOfParent: Bool = false) {
    (self.span, self.isNumber, self.prefix, self.isOfParent) = (span, isNumber, prefix, isOfParent)
  }
}

/// The place of a value that a document does not have.
package struct ForeignSite {
  /// The keys that lead from the object to the value.
  package var path: [String]

  /// The name of the value's type.
  package var type: String

  /// The keys that lead to each member of which the value is composed; none for a value that is one member.
  package var parts: [[String]]

  /// The JSON texts of the numbers that missing members of a composed value stand for.
  package var standards: [[UInt8]]

  /// True if the numbers of the value are whole.
  package var isWhole = false

  /// The place in an XML document; nil in a JSON document.
  package var markup: MarkupSite?

  /// The members of the entry that the value becomes in the list at the path, with their JSON texts; the text of the value
  /// itself is nil. Nil for a member of an object.
  package var entry: [(key: String, text: [UInt8]?)]?

  package init(path: [String], type: String, parts: [[String]] = [], standards: [[UInt8]] = []) {
    (self.path, self.type, self.parts, self.standards) = (path, type, parts, standards)
  }
}

/// The form of an entry of a list: its name, and the name that the format has for its type.
package struct ForeignEntryForm: Sendable {
  package var name: String
  package var typeName: String?

  package init(name: String, typeName: String?) { (self.name, self.typeName) = (name, typeName) }
}

/// A fault of a foreign document at one of its offsets.
package struct ForeignFault: Error {
  package var reason: AnyRefusal
  package var offset: Int
  package var related: Int?

  package init(_ reason: any Refusal, at offset: Int, related: Int? = nil) {
    (self.reason, self.offset, self.related) = (AnyRefusal(reason), offset, related)
  }
}
