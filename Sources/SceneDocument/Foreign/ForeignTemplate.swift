import JSONText

/// The initial form of a new object, as created by its format.
package struct ForeignTemplate {
  /// The number of the object's kind in the format.
  package var kind: Int

  /// The key path from the owner to the list that will contain the object.
  package var path: [String]

  /// True if the list is a JSON object with ids as its keys.
  package var isKeyed: Bool

  /// The object's values as JSON texts, with their key paths.
  package var members: [(path: [String], text: [UInt8])]

  /// The key of the member that contains the id; nil if the id is a key of the list, or if the object has no id.
  package var idKey: String?

  /// The prefix of the id in the scene; nil if objects of this kind have no ids.
  package var idPrefix: String?

  package init(kind: Int, path: [String], isKeyed: Bool, members: [(path: [String], text: [UInt8])]) {
    (self.kind, self.path, self.isKeyed, self.members) = (kind, path, isKeyed, members)
  }

  /// Returns the JSON text of a top-level member; nil if the template lacks the member.
  func text(_ key: String) -> [UInt8]? { members.first { $0.path == [key] }?.text }

  /// Sets the value at a key path; appends a new value.
  package mutating func set(_ path: [String], to text: [UInt8]) {
    if let place = members.firstIndex(where: { $0.path == path }) {
      members[place].text = text
    } else {
      members.append((path, text))
    }
  }
}

/// The class, id and name of an object to insert in a foreign document.
struct NewForeignObject {
  var className: String
  var name: String?

  /// The object's id in the scene; nil for an unused id.
  var id: String?

  /// The id that a generated id should resemble.
  var model = "object"

  init(className: String, like model: String) { (self.className, self.model) = (className, model) }

  /// Reads the JSON text of a scene's object. Throws a refusal if any member other than class, id and name is not
  /// empty.
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
  /// Returns the id that a new object of a foreign document would get; nil if the document is a scene, which accepts
  /// any unused id.
  ///
  /// - Parameter model: the id to imitate if the document's ids are strings.
  /// - Throws: an error if the format cannot create such an object in that place.
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
