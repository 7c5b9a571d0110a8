internal import InspectorKit
internal import JSONText

/// A guess in a draft that the author of the format should review.
struct DraftDoubt {
  /// The kind or class, with the key of the guessed member.
  let place: String
  let reason: Reason

  /// The kind of guess, with its evidence.
  enum Reason {
    case weakMarks([String])
    case oneDocument
    case classOf(values: Int, objects: Int)
    case repeatedID(String)
    case id(scope: String, objects: Int)
    case keyed(members: Int)
    case sameKind(String)
    case emptyList(String)
    case list(DraftList)
    case opaque(longest: Int)
    case hidden(longest: Int)
    case mixed([String])
    case whole(count: Int)
    case options(count: Int)
    case opacityLast
    case left(properties: Int)
  }

  /// The guess in one sentence.
  var message: String { "\(place): \(words)" }

  private var words: String {
    switch reason {
    case .weakMarks(let keys):
      "recognised by \(keys.map { "'\($0)'" }.joined(separator: ", ")) alone, which documents of other programs may have, too; add members to 'match'"
    case .oneDocument: "inferred from one document, so that what differs between documents is not known; name more"
    case .classOf(let values, let objects):
      "taken as the class, since it has \(pluralised(values, "value")) in \(pluralised(objects, "object")); give 'class' a constant if it is a value"
    case .repeatedID(let key): "not taken as the id, since several objects have the same '\(key)'"
    case .id(let scope, let objects):
      "taken as the id, which is unique in \(scope == "parent" ? "its list" : scope == "kind" ? "the kind" : "the document"), in \(pluralised(objects, "object"))"
    case .keyed(let members):
      "its \(members) members are taken as objects with keys of their own; leave out 'keyed' if the program defines the keys"
    case .sameKind(let kind):
      "taken as objects of the kind '\(kind)', since their members are similar; give them a kind of their own if they differ"
    case .emptyList(let kind):
      "it is empty in all documents, and taken as a list of the kind '\(kind)' for its name; take it out of 'children' if it is not"
    case .list(let list):
      "taken as a list of values, of which '\(list.name)' is the name; make its entries children if they are objects"
    case .opaque(let longest):
      "not read, since it is bulk data of up to \(pluralised(longest, "element")); take it out of 'opaque' to see it"
    case .hidden(let longest):
      "not shown, since it is a text of up to \(pluralised(longest, "byte")) without meaning for people; take it out of 'hidden' to see it"
    case .mixed(let types): "not declared, since its values are of several types: \(types.joined(separator: ", "))"
    case .whole(let count):
      "Int, because \(count == 1 ? "the only value found is a whole number" : "all \(count) values found are whole numbers"); write Double if it may have a fraction"
    case .options(let count):
      "its options are the \(count) texts that the documents repeat; add those that it also allows"
    case .opacityLast:
      "colors of 8 digits are read as #RRGGBBAA; write \"#AARRGGBB\" into 'colors' if the first two are the opacity"
    case .left(let count): "\(pluralised(count, "rare value")) not declared; documents are read with them all the same"
    }
  }

  /// The rank of the guess in reports; the most important guesses have rank 0.
  var rank: Int {
    switch reason {
    case .oneDocument, .weakMarks: 0
    case .classOf, .repeatedID: 1
    case .opacityLast, .keyed, .list: 2
    case .sameKind, .emptyList, .id: 3
    case .opaque, .hidden: 4
    case .mixed, .options: 5
    case .whole, .left: 6
    }
  }

  /// The guess as a record for JSON output.
  var record: JSON { ["place": .string(place), "message": .string(words)] }
}
