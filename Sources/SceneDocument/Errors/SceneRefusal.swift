package import JSONText

/// The errors and warnings about the text of a scene, and the refusal to edit an object with reserved keys.
package enum SceneRefusal: Refusal {
  case notAScene(found: String)
  case noFormat
  case noObjects
  case formatIsNoString(found: String)
  case unknownFormat(String)
  case wrongMember(String, expected: String, found: String)
  case versionIsNoString(plugin: String, found: String)
  case notAnObject(found: String)
  case noID
  case noClass(id: String?)
  case emptyMember(String)
  case duplicateID(String)
  /// An edit would give an object the id of an existing object.
  case takenID(String)
  case tooManyObjects(limit: Int)
  case noMemoryForObject
  case unknownKey(String, object: String?)
  case keyNotImplemented(String, object: String)
  case notEditable(String, keys: [String])
  case unexplained

  /// The key that is unknown or reserved; nil for other refusals.
  package var key: String? {
    switch self {
    case .unknownKey(let key, _), .keyNotImplemented(let key, _): key
    default: nil
    }
  }

  package var code: DiagnosticCode {
    switch self {
    case .notAScene, .noFormat, .noObjects, .formatIsNoString, .unknownFormat, .wrongMember, .versionIsNoString,
      .notAnObject, .noID, .noClass, .emptyMember:
      .sceneFormat
    case .duplicateID, .takenID: .sceneDuplicateID
    case .tooManyObjects, .noMemoryForObject: .jsonLimit
    case .unknownKey: .unknownKey
    case .keyNotImplemented, .notEditable: .sceneReserved
    case .unexplained: .jsonSyntax
    }
  }

  package var message: String {
    switch self {
    case .notAScene(let found):
      "a scene is an object, found \(found); begin with {\"format\": \"\(SceneFormat.current)\""
    case .noFormat: "the scene has no 'format'; add \"format\": \"\(SceneFormat.current)\" at the top level of the file"
    case .noObjects: "the scene has no 'objects'; add \"objects\": []"
    case .formatIsNoString(let found): "'format' must be a string, found \(found); write \"\(SceneFormat.current)\""
    case .unknownFormat(let format) where format.hasPrefix("inspector-edit/"):
      "this is an edit script, not a scene; 'inspector edit SCENE --script FILE' applies it"
    case .unknownFormat(let format) where format.hasPrefix("inspector-baseline/"):
      "this is a baseline, not a scene; 'inspector check SCENE --baseline FILE' uses it"
    case .unknownFormat(let format) where format.hasPrefix("inspector-plugin/"):
      "this is a plugin's description, not a scene; 'inspector plugin check FILE' checks it"
    case .unknownFormat(let format) where format.hasPrefix("inspector-palette/"):
      "this is a palette document, not a scene; scenes name it in 'palettes', and 'inspector palette set --in FILE' edits it"
    case .unknownFormat(let format):
      "the format '\(format)' is not supported; this program reads '\(SceneFormat.current)'"
    case .wrongMember(let key, let expected, let found): "'\(key)' must be \(expected), found \(found)"
    case .versionIsNoString(let plugin, let found):
      "the version of plugin '\(plugin)' must be a string, found \(found); write one such as \">=1.0 <2\""
    case .notAnObject(let found): "an object of the scene is written {\"id\": …, \"class\": …}, found \(found)"
    case .noID: "the object has no 'id'; give it one that no other object has"
    case .noClass(let id):
      "\(id.map { "the object '\($0)'" } ?? "the object") has no 'class'; name its component's class"
    case .emptyMember(let key): "'\(key)' must not be empty"
    case .duplicateID(let id): "the id '\(id)' is used twice; give one of the two objects another id"
    case .takenID(let id): "the id '\(id)' is already taken; choose another"
    case .tooManyObjects(let limit):
      "the scene has more than \(limit) objects, which is the limit; split it into several scenes"
    case .noMemoryForObject: "not enough memory for the object"
    case .unknownKey(let key, let id):
      "unknown key '\(key)' of \(id.map { "'\($0)'" } ?? "the scene"); it is kept as it is"
    case .keyNotImplemented(let key, let id):
      "'\(key)' of '\(id)' is reserved for a later version; it is kept as it is, and the object cannot be edited"
    case .notEditable(let id, let keys):
      "'\(id)' cannot be edited, since it has keys reserved for a later version: \(keys.map { "'\($0)'" }.joined(separator: ", "))"
    case .unexplained: "the scene was refused, but the reason was not found; report this file"
    }
  }
}
