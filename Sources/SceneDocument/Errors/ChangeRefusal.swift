import JSONText

/// The reasons for refusing an edit of the scene's structure, of attributes or of the palette.
enum ChangeRefusal: Refusal {
  case leavesTwice(String, Leave, Leave)
  case emptyID
  case emptyClass
  case besideItself(String)
  case besideLeaving(Arriving, sibling: String, Leave)
  case intoItself(String)
  case intoOwn(String, parent: String)
  case intoLeaving(Arriving, parent: String, Leave, with: String?)
  case noPlace(Int, parent: String?, count: Int)
  case during(Work, AnyRefusal)
  case notJSON(owner: String, JSONSyntaxError)
  case isStoredToo(String, old: String, object: String)
  case nothingToRename(String, new: String, object: String)
  case noParts(String, member: String, object: String, isStored: Bool)
  case colorHasNoParts(String, member: String)
  case noColor(String)
  case colorIsThere(String, old: String)

  /// The way in which an object leaves its parent.
  enum Leave: String {
    case removed, moved
  }

  /// The kind of object that an edit inserts, with the id of the moved or copied object.
  enum Arriving: Hashable {
    case new
    case moved(String)
    case copy(of: String)

    fileprivate var words: String {
      switch self {
      case .new: "an object"
      case .moved(let id): "'\(id)'"
      case .copy(let id): "a copy of '\(id)'"
      }
    }
  }

  /// The operation during which an error occurred. The error's message begins with the raw value, since the user does
  /// not see the text that contains the error.
  enum Work: String {
    case edit = "the edit is refused"
    case undo = "the edit cannot be undone"
    case former = "the former scene cannot be read"
    case insertion = "the object to insert"
    case composition = "the scene cannot be composed"
  }

  var code: DiagnosticCode {
    switch self {
    case .leavesTwice, .emptyID, .emptyClass, .besideItself, .besideLeaving, .intoItself, .intoOwn, .intoLeaving,
      .noPlace:
      .editStructure
    case .during(_, let reason): reason.code
    default: .editValue
    }
  }

  var message: String {
    switch self {
    case .leavesTwice(let id, let first, let second):
      "'\(id)' cannot be \(first == second ? "\(first.rawValue) twice" : "moved and removed") in one edit"
    case .emptyID: "an id must not be empty"
    case .emptyClass: "a class must not be empty"
    case .besideItself(let id): "'\(id)' cannot be placed beside itself"
    case .besideLeaving(let what, let sibling, let way):
      "\(what.words) cannot be placed beside '\(sibling)', which is \(way.rawValue) itself"
    case .intoItself(let id): "'\(id)' cannot be moved into itself"
    case .intoOwn(let id, let parent): "'\(id)' cannot be moved into '\(parent)', which it contains"
    case .intoLeaving(let what, let parent, let way, let holder):
      "\(what.words) cannot be placed in '\(parent)', which is \(way.rawValue) \(holder.map { "with '\($0)'" } ?? "itself")"
    case .noPlace(let index, let parent, let count):
      "the index \(index) is out of range; for \(parent.map { "the children of '\($0)'" } ?? "the scene's top-level objects") it must be from 0 to \(count)"
    case .during(let work, let reason): "\(work.rawValue): \(reason.message)"
    case .notJSON(let owner, let error): "the value of \(owner) is not JSON: \(error)"
    case .isStoredToo(let new, let old, let id):
      "'\(old)' of '\(id)' cannot become '\(new)', since that is also stored; remove one of the two"
    case .nothingToRename(let old, let new, let id): "'\(id)' has no '\(old)' that could become '\(new)'"
    case .noParts(let key, let member, let id, let isStored):
      "'\(member)' of '\(key)' of '\(id)' cannot be set, since '\(key)' \(isStored ? "has no parts" : "is not stored"); set it as a whole"
    case .colorHasNoParts(let name, let member):
      "the palette cannot be changed: '\(member)' of '\(name)' cannot be set, since '\(name)' has no parts; set it as a whole"
    case .noColor(let name): "the palette cannot be changed: there is no '\(name)' to rename"
    case .colorIsThere(let new, let old):
      "the palette cannot be changed: '\(old)' cannot become '\(new)', which already exists"
    }
  }
}
