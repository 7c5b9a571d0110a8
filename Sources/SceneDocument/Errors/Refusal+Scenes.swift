import JSONText

// Why the text of a scene, or an edit of it, is refused.
extension Refusal {
  // The text.
  static func notAScene(found: String) -> Self {
    Self(.sceneFormat, "a scene is an object, found \(found); begin with {\"format\": \"\(SceneFormat.current)\"")
  }
  static let noFormat = Self(
    .sceneFormat,
    "the scene has no 'format'; add \"format\": \"\(SceneFormat.current)\" to its first object")
  static let noObjects = Self(.sceneFormat, "the scene has no 'objects'; add \"objects\": []")
  static func formatIsNoString(found: String) -> Self {
    Self(.sceneFormat, "'format' must be a string, found \(found); write \"\(SceneFormat.current)\"")
  }
  static func unknownFormat(_ format: String) -> Self {
    Self(.sceneFormat, "the format '\(format)' is not supported; this program reads '\(SceneFormat.current)'")
  }
  static func wrongMember(_ key: String, expected: String, found: String) -> Self {
    Self(.sceneFormat, "'\(key)' must be \(expected), found \(found)")
  }
  static func versionIsNoString(plugin: String, found: String) -> Self {
    Self(
      .sceneFormat,
      "the version of plugin '\(plugin)' must be a string, found \(found); write one such as \">=1.0 <2\"")
  }
  static func notAnObject(found: String) -> Self {
    Self(.sceneFormat, "an object of the scene is written {\"id\": …, \"class\": …}, found \(found)")
  }
  static let noID = Self(.sceneFormat, "the object has no 'id'; give it one that no other object has")
  static func noClass(id: String?) -> Self {
    Self(.sceneFormat, "\(id.map { "the object '\($0)'" } ?? "the object") has no 'class'; name its component's class")
  }
  static func emptyMember(_ key: String) -> Self { Self(.sceneFormat, "'\(key)' must not be empty") }
  static func duplicateID(_ id: String) -> Self {
    Self(.sceneDuplicateID, "the id '\(id)' is used twice; give one of the two objects another id")
  }
  static func tooManyObjects(limit: Int) -> Self {
    Self(.jsonLimit, "the scene has more than \(limit) objects; raise the limit if it is meant to be so large")
  }
  static func unknownKey(_ key: String, object id: String?) -> Self {
    Self(.unknownKey, "unknown key '\(key)' of \(id.map { "'\($0)'" } ?? "the scene"); it is kept as it is")
  }
  static func keyNotImplemented(_ key: String, object id: String) -> Self {
    Self(.sceneReserved, "'\(key)' of '\(id)' is not implemented; it is kept as it is, and the object is not edited")
  }
  static let unexplained = Self(.jsonSyntax, "the scene was refused, but the reason was not found; report this file")
  // Attributes and the palette.
  static func notEditable(_ id: String, keys: [String]) -> Self {
    Self(
      .sceneReserved,
      "'\(id)' cannot be edited, since this version does not implement its \(keys.map { "'\($0)'" }.joined(separator: ", "))"
    )
  }
  static func notJSON(owner: String, _ error: JSONSyntaxError) -> Self {
    Self(.editValue, "the value of \(owner) is no JSON: \(error)")
  }
  static func isStoredToo(_ new: String, old: String, object id: String) -> Self {
    Self(.editValue, "'\(old)' of '\(id)' cannot become '\(new)', since that is stored too; remove one of the two")
  }
  static func nothingToRename(_ old: String, new: String, object id: String) -> Self {
    Self(.editValue, "'\(id)' has no '\(old)' that could become '\(new)'")
  }
  static func noParts(_ key: String, member: String, object id: String, isStored: Bool) -> Self {
    Self(
      .editValue,
      "'\(member)' of '\(key)' of '\(id)' cannot be set, since '\(key)' \(isStored ? "has no parts" : "is not stored"); set it as a whole"
    )
  }
  static func colorHasNoParts(_ name: String, member: String) -> Self {
    Self(
      .editValue,
      "the palette cannot be changed: '\(member)' of '\(name)' cannot be set, since '\(name)' has no parts; set it as a whole"
    )
  }
  static func noColor(_ name: String) -> Self {
    Self(.editValue, "the palette cannot be changed: there is no '\(name)' to rename")
  }
  static func colorIsThere(_ new: String, old: String) -> Self {
    Self(.editValue, "the palette cannot be changed: '\(old)' cannot become '\(new)', which is there already")
  }
  // The structure.
  static let noMemoryForObject = Self(.jsonLimit, "not enough memory for the object")
  static func leavesTwice(_ id: String, ways: String) -> Self {
    Self(.editStructure, "'\(id)' cannot be \(ways) in one edit")
  }
  static let emptyID = Self(.editStructure, "an id must not be empty")
  static let emptyClass = Self(.editStructure, "a class must not be empty")
  static func besideItself(_ what: String) -> Self { Self(.editStructure, "\(what) cannot be placed beside itself") }
  static func besideLeaving(_ what: String, sibling: String, way: String) -> Self {
    Self(.editStructure, "\(what) cannot be placed beside '\(sibling)', which is \(way) itself")
  }
  static func intoItself(_ what: String) -> Self { Self(.editStructure, "\(what) cannot be moved into itself") }
  static func intoOwn(_ what: String, parent: String) -> Self {
    Self(.editStructure, "\(what) cannot be moved into '\(parent)', which it holds")
  }
  static func intoLeaving(_ what: String, parent: String, way: String, with holder: String?) -> Self {
    Self(
      .editStructure,
      "\(what) cannot be placed in '\(parent)', which is \(way) \(holder.map { "with '\($0)'" } ?? "itself")")
  }
  static func noPlace(_ index: Int, parent: String?, count: Int) -> Self {
    Self(
      .editStructure,
      "there is no place \(index) among \(parent.map { "the children of '\($0)'" } ?? "the scene's own objects"); they go from 0 to \(count)"
    )
  }
  static let undoneInOrder = Self(.editOrder, "structural edits are undone last edit first")
}
