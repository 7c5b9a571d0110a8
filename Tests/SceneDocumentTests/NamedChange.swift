import SceneDocument
import Testing

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ scene: SceneDocument) -> String { String(decoding: scene.bytes(), as: UTF8.self) }

/// Returns a scene with the given objects as compact text.
func compact(_ objects: String) -> String { "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects)]}" }

/// A structural change that refers to objects by id.
struct NamedChange: Sendable {
  let change: @Sendable (SceneDocument) throws -> StructureChange

  init(_ change: @escaping @Sendable (SceneDocument) throws -> StructureChange) { self.change = change }

  static func insert(_ object: String, _ place: NamedPlace) -> Self {
    Self { .insert(object: bytes(object), at: try place.place($0)) }
  }

  static func remove(_ id: String) -> Self { Self { .remove(try $0.object(id)) } }

  static func move(_ id: String, _ place: NamedPlace) -> Self {
    Self { .move(try $0.object(id), to: try place.place($0)) }
  }

  static func copy(_ id: String, as new: String? = nil, _ place: NamedPlace? = nil) -> Self {
    Self { .duplicate(try $0.object(id), id: new, at: try place?.place($0)) }
  }

  static func setID(_ id: String, _ new: String) -> Self { Self { .setID(new, of: try $0.object(id)) } }
  static func setClass(_ id: String, _ new: String) -> Self { Self { .setClass(new, of: try $0.object(id)) } }
  static func setName(_ id: String, _ new: String?) -> Self { Self { .setName(new, of: try $0.object(id)) } }
}

/// A place that refers to objects by id; nil means the scene.
enum NamedPlace: Sendable {
  case first(String?)
  case last(String?)
  case at(Int, String?)
  case before(String)
  case after(String)

  func place(_ scene: SceneDocument) throws -> ObjectPlace {
    switch self {
    case .first(let id): .first(in: try id.map(scene.object))
    case .last(let id): .last(in: try id.map(scene.object))
    case .at(let index, let id): .at(index, in: try id.map(scene.object))
    case .before(let id): .before(try scene.object(id))
    case .after(let id): .after(try scene.object(id))
    }
  }
}

extension SceneDocument {
  func object(_ id: String) throws -> NodeIndex { try #require(node(id: id), "no object '\(id)'") }
}

/// A scene before and after a structural edit. A test checks the edit, its undo and its redo.
struct Restructuring: CustomTestStringConvertible {
  var name: String
  var before: String
  var changes: [NamedChange]
  var after: String

  init(_ name: String, _ before: String, _ changes: NamedChange..., gives after: String) {
    self.name = name
    self.before = before
    self.changes = changes
    self.after = after
  }

  var testDescription: String { name }
}
