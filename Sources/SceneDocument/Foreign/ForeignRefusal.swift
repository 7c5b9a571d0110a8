package import JSONText

/// The reasons for refusing a foreign document, or an edit of one.
package enum ForeignRefusal: Refusal {
  /// The document matches several formats.
  case ambiguous([String])
  /// The document lacks the given marks of its intended format.
  case lacksMarks(of: String, [String])
  case tooLarge(size: Int, limit: Int)
  case tooManyFiles(limit: Int)
  /// A referenced document cannot be read.
  case unreadFile(String, AnyRefusal)
  /// The object already has a value with the new name of a list entry.
  case nameTaken(String, object: String)
  /// The referenced document is XML instead of JSON.
  case unreadForm
  /// The document belongs to the format's program, but to a kind that is not supported.
  case notRead(format: String, reason: String)
  /// A member's value does not have the form that the format requires.
  case wrongMember(String, expected: String, found: String)
  /// An edit needs a member of a different kind.
  case inTheWay(String, expected: String, found: String)
  /// The format defines no value of this name for the object.
  case noSite(String, object: String, format: String)
  /// The format defines no value of this name, but can store a custom value if its type is given.
  case needsType(String, object: String)
  /// The value is an expression or a list, which cannot be edited.
  case notEdited(String, object: String, text: String, parts: [String])
  /// The format declares the value read-only.
  case readOnly(String, object: String)
  /// The value is part of a list or function, and cannot be removed.
  case partOfList(String, object: String)
  /// Several keys of the object have this name, and only their order tells them apart.
  case isNamesake(String, object: String)
  /// The format is recognised by the value, which cannot be removed.
  case isMark(String, object: String, format: String)
  /// The document would no longer be recognised after the edit.
  case unrecognized(format: String)
  case noRename(String, object: String)
  /// The format cannot create an object of the given class in that place, only of the listed classes.
  case noTemplate(String, in: String, format: String, classes: [String])
  /// An object to insert has a non-empty member other than id, class and name.
  case insertedWith(String)
  /// The format does not support this kind of edit.
  case hasNone(Work, format: String)
  case notAColor(String)
  /// The colour has an opacity, which the format cannot store.
  case noOpacity(String)
  /// The two places in which the document stores a value differ.
  case mirrorDiffers(String, value: String, mirror: String)
  case wrongForm(String, type: String)
  /// Objects without ids were inserted, removed or moved on one side of a merge.
  case unmatched
  /// The edits of one side of a merge cannot be made in the text of the other side.
  case unmerged
  case noNull
  case isOutermost(String)
  /// The format reserves this kind of edit for its own program.
  case isFixed(ObjectEdit, String)
  case notWhole(String)
  /// The object's place in the document has room for only one object.
  case isOnlyOne(String)
  /// The format does not allow an object of this kind in that place.
  case notThere(String)
  /// The object has no id of its own in the document; its place serves as the id.
  case noID(String)
  case wrongID(String, expected: String)
  /// A value refers to an id that does not exist in the document.
  case dangling(String, id: String)
  /// The object is mandatory in its owner.
  case isRequired(String)
  /// Other objects refer to the object, and their references are valid only in its present place.
  case isReferredTo(String, by: [String])
  case taken(String)
  case during(AnyRefusal)
  case changedByEdit
  case noMemory

  /// A kind of edit that a format may reserve for its own program.
  package enum ObjectEdit: String, CaseIterable, Sendable {
    case copies, id, name
  }

  /// A kind of edit that foreign documents do not support, with its message.
  package enum Work: String, Sendable {
    case insertion = "objects cannot be inserted there; copy one with 'duplicate'"
    case classes = "the class of an object cannot be changed"
    case names = "objects of this kind have no names"
    case palette = "there is no palette; write the colours in the objects"
    case constraints = "there are no constraints"
    case members = "objects have no runtime attributes, bindings or other members of scenes"
  }

  package var code: DiagnosticCode {
    switch self {
    case .ambiguous, .lacksMarks, .notRead, .wrongMember: .sceneFormat
    case .mirrorDiffers: .formatMirror
    case .tooLarge, .tooManyFiles, .noMemory: .jsonLimit
    case .unreadFile, .unreadForm: .formatSource
    case .hasNone, .noTemplate, .insertedWith, .isOutermost, .isFixed, .isOnlyOne, .notThere, .noID, .wrongID,
      .isRequired, .isReferredTo, .during,
      .changedByEdit,
      .unrecognized:
      .editStructure
    case .taken: .sceneDuplicateID
    case .dangling: .referenceDangling
    case .unmatched, .unmerged: .editConflict
    case .inTheWay, .noSite, .needsType, .notEdited, .readOnly, .partOfList, .isNamesake, .isMark, .noRename,
      .notAColor,
      .wrongForm, .noNull,
      .noOpacity, .notWhole, .nameTaken:
      .editValue
    }
  }

  package var message: String {
    switch self {
    case .ambiguous(let names):
      "the file has the marks of several formats: \(names.joined(separator: ", ")); '--format-name \(names.first ?? "")' reads it as one of them"
    case .lacksMarks(let title, let lacks):
      "the file is not a scene, and is not recognized as '\(title)': \(lacks.joined(separator: ", "))"
    case .tooLarge(let size, let limit):
      "the file has \(size) bytes; a file of another program's format may have \(limit)"
    case .tooManyFiles(let limit): "the file names more than \(limit) other files, which is the limit"
    case .unreadFile(let name, let reason):
      "'\(name)' cannot be read, so that classes and values from it are unknown: \(reason.message)"
    case .nameTaken(let name, let id): "'\(id)' has a value '\(name)' already; remove or rename that first"
    case .unreadForm: "it is XML, and not JSON; export it as JSON to use it"
    case .notRead(let format, let reason): "the file is no \(format) that can be read: \(reason)"
    case .wrongMember(let key, let expected, let found), .inTheWay(let key, let expected, let found):
      "'\(key)' must be \(expected), found \(Self.oneLine(found))"
    case .noSite(let name, let id, let format):
      "'\(name)' of '\(id)' cannot be stored, since the format \(format) has no such value there"
    case .needsType(let name, let id):
      "no value '\(name)' is known for '\(id)'; to store one of your own, give its type, as in '\(name):Double=2.5'"
    case .notEdited(let name, let id, let text, let parts):
      "'\(name)' of '\(id)' is computed in the file: \(Self.oneLine(text)); \(Self.words(forParts: parts))"
    case .readOnly(let name, let id): "'\(name)' of '\(id)' is read-only in the file's format"
    case .partOfList(let name, let id):
      "'\(name)' of '\(id)' cannot be removed, since it is part of a list; set it to another value"
    case .isNamesake(let name, let id):
      "'\(name)' of '\(id)' cannot be removed, since the object has several keys of that name, which are told apart by their order; remove it in the file"
    case .isMark(let name, let id, let format):
      "'\(name)' of '\(id)' cannot be removed, since the format \(format) is recognized by it; set it to another value"
    case .unrecognized(let format):
      "the edit is refused, since the file would not be recognized as one of the format \(format) after it"
    case .noRename(let name, let id): "'\(name)' of '\(id)' cannot be renamed in a file of another program's format"
    case .hasNone(let work, let format): "in a file of the format \(format), \(work.rawValue)"
    case .noTemplate(_, _, let format, []): Self.hasNone(.insertion, format: format).message
    case .noTemplate(let name, let id, let format, let classes):
      "the format \(format) has no new object '\(name)' for '\(id)'; it has \(Self.words(for: classes))"
    case .insertedWith(let key):
      "an object that is inserted in a file of another program's format has no '\(key)'; insert the object without it"
    case .notAColor(let text): "\(text) is not a color that the file's format can store"
    case .noOpacity(let text): "\(text) has an opacity, which the colors of the file's format do not have"
    case .mirrorDiffers(let name, let value, let mirror):
      "'\(name)' is \(value), but the place that the file's program reads has \(mirror); an edit that changes the value writes both"
    case .wrongForm(let text, let type): "\(text) is not a \(type) that the file's format can store"
    case .unmatched:
      "objects were added, removed or moved, and some beside them have no ids, so that the changes of the two sides cannot be matched; save one of them under another name"
    case .unmerged:
      "the file lacks an object that was edited here, so that the changes cannot be merged; save the edited one under another name"
    case .noNull: "a value in a file of another program's format cannot become null; 'reset' removes it"
    case .isOutermost(let id): "'\(id)' is the document itself; it can be neither removed, moved nor copied"
    case .isFixed(.copies, let id):
      "'\(id)' cannot be copied here, since a copy would lack what the file's program makes with it; copy it in the program"
    case .isFixed(.id, let id):
      "the id of '\(id)' cannot be changed, since other values of the file refer to it"
    case .isFixed(.name, let id):
      "the name of '\(id)' cannot be changed here, since other values of the file refer to it; rename it in the file's program"
    case .notWhole(let text): "\(text) has a number that is not whole, which the file's format needs there"
    case .isOnlyOne(let id):
      "'\(id)' can be neither moved nor copied, since its place in the file has room for one object"
    case .notThere(let id): "'\(id)' cannot be placed there, since the format has no objects of its kind in that place"
    case .noID(let id):
      "'\(id)' has no id of its own in the file; its place stands for it, so that it cannot be renamed"
    case .wrongID(let id, let expected): "'\(id)' cannot be an id there; write one such as '\(expected)'"
    case .dangling(let name, let id): "'\(name)' refers to '\(id)', which is no id of the file; change or remove it"
    case .isRequired(let id): "'\(id)' cannot be removed, since the object in which it is always has it"
    case .isReferredTo(let id, let others):
      "'\(id)' cannot be moved there, since these refer to it and hold only in its present place: \(Self.list(others)); remove them first"
    case .taken(let id): SceneRefusal.takenID(id).message
    case .during(let reason): "the edit is refused: \(reason.message)"
    case .changedByEdit: "the file's values were edited in a way that changed its objects; save it first"
    case .noMemory: "there is not enough memory for the edited file"
    }
  }

  /// Returns up to three quoted ids, and the number of further ids, for a message.
  private static func list(_ ids: [String]) -> String {
    let list = ids.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return ids.count > 3 ? "\(list) and \(ids.count - 3) more" : list
  }

  /// Returns up to eight quoted class names, and the number of further classes, for a message.
  private static func words(for classes: [String]) -> String {
    let list = classes.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return classes.count > 8 ? "\(list) and \(classes.count - 8) more" : list
  }

  /// Returns a text on one line, cut off after 60 characters.
  private static func oneLine(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 60 ? "\(words.prefix(60))…" : words
  }

  private static func words(forParts parts: [String]) -> String {
    switch parts.count {
    case 0: "it can only be changed in the file itself"
    case 1: "set its part '\(parts[0])'"
    default: "set its parts, such as '\(parts[parts.count - 1])'"
    }
  }
}
