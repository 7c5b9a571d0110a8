import JSONText

/// A new object of a foreign document, as its format makes it.
package struct ForeignTemplate {
  /// The number of the object's kind.
  package var kind: Int

  /// The key path of the list that gets the object, from the object that has the list.
  package var path: [String]

  /// True if the list is a JSON object, whose keys are the ids of the objects in it.
  package var isKeyed: Bool

  /// The values of the object by their key paths, as JSON texts.
  package var members: [(path: [String], text: [UInt8])]

  /// The key of the object's id; nil if the id is a key of the list, or the object has none.
  package var idKey: String?

  /// The text that precedes the id in the scene; nil if objects of the kind have no ids.
  package var idPrefix: String?

  package init(kind: Int, path: [String], isKeyed: Bool, members: [(path: [String], text: [UInt8])]) {
    (self.kind, self.path, self.isKeyed, self.members) = (kind, path, isKeyed, members)
  }

  /// Returns the JSON text of a member; nil if the template has none with this key.
  func text(_ key: String) -> [UInt8]? { members.first { $0.path == [key] }?.text }

  /// Sets a value, which follows the others if the template does not have it.
  package mutating func set(_ path: [String], to text: [UInt8]) {
    if let place = members.firstIndex(where: { $0.path == path }) {
      members[place].text = text
    } else {
      members.append((path, text))
    }
  }
}

/// An object to insert in a foreign document.
struct NewForeignObject {
  var className: String
  var name: String?

  /// The object's id in the scene; nil for one that is free.
  var id: String?

  /// The id that a free one resembles.
  var model = "object"

  init(className: String, like model: String) { (self.className, self.model) = (className, model) }

  /// Reads the text of a scene's object. Throws a refusal if it has values or children.
  init(_ text: [UInt8]) throws(ForeignRefusal) {
    guard case .object(let members)? = try? JSON.parse(text) else { throw .changedByEdit }
    className = ""
    for member in members {
      switch (member.key, member.value) {
      case ("class", .string(let name)): className = name
      case ("id", .string(let id)): self.id = id
      case ("name", .string(let name)): self.name = name
      case (_, .null), (_, .object([])), (_, .array([])): continue
      default: throw .insertedWith(member.key)
      }
    }
  }
}

extension SceneDocument {
  /// Returns the id that a new object of a foreign document gets; nil if the document is a scene, whose objects get any
  /// free id.
  ///
  /// - Parameter model: the id that it resembles if the document has texts as ids.
  /// - Throws: an error if the format makes no such object for that place.
  package func newID(ofClass name: String, like model: String, at place: ObjectPlace) throws(SceneError) -> String? {
    guard let projection else { return nil }
    do throws(ForeignRefusal) {
      var structure = try ForeignStructure(projection.source.snapshot.bytes(), projection.format, objectCount, for: [])
      try structure.insert(NewForeignObject(className: name, like: model), change: 0, at: place)
      return structure.origins.firstIndex(of: .new(change: 0)).map { structure.scene.objects[$0].id }
    } catch {
      throw refused(error)
    }
  }
}
