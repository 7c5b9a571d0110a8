internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The objects of the documents, grouped by kind, with their classes, ids and values.
struct DraftObjects {
  /// The facts about the objects of each kind, by the kind's number.
  private(set) var kinds: [KindFacts]

  /// The classes of all kinds, by number.
  private(set) var classes: [ClassFacts] = []

  /// The last words, in lower case, of all keys with a fractional number.
  private(set) var fractionWords: Set<String> = []

  private let draft: DraftKinds
  private var classNumbers: [[ExactText: Int]]
  private var document = 0

  /// The maximum number of objects of a class whose values are counted in one document.
  private static let manyObjects = 1_000

  /// The facts about the objects of a kind.
  struct KindFacts {
    /// The key path of the member that names the class; nil if the objects have no such member.
    var classPath: [String]?

    /// The members that could be the id, the best candidate first.
    var candidates: [IDCandidate] = []
    var objects = 0
  }

  /// The objects of a class: their kind, their class name in documents, and their number.
  struct ClassFacts {
    var kind: Int

    /// The class name in documents; nil for objects without one.
    var text: String?
    var objects = 0
    fileprivate var objectsOfDocument = (document: 0, count: 0)
  }

  /// Collects the objects of all documents.
  init(_ draft: DraftKinds, _ documents: [TextValue]) {
    self.draft = draft
    kinds = draft.all.map { kind in
      KindFacts(classPath: Self.classPath(of: kind.shape), candidates: IDCandidate.all(of: kind.shape))
    }
    classNumbers = draft.all.map { _ in [:] }
    for (number, value) in documents.enumerated() {
      document = number
      for kind in kinds.indices {
        for place in kinds[kind].candidates.indices { kinds[kind].candidates[place].beginDocument() }
      }
      visit(value, 0)
    }
  }

  // MARK: classes

  /// Returns the key path of the member that names the class of objects; nil if there is none.
  private static func classPath(of shape: DocumentShape) -> [String]? {
    for key in UsualNames.classes where isClass(shape[key], of: shape.objects) { return [key] }
    let keys = shape.keys.filter { FormatFiles.keyPath([$0]) != nil }
    for key in keys where key.ends(with: "Type") && isClass(shape[key], of: shape.objects) { return [key] }
    for key in keys {
      guard let inner = shape[key], inner.rule == .value, inner.holdsObjectsOnly else { continue }
      for name in inner.keys where name.ends(with: "Type") && isClass(inner[name], of: shape.objects) {
        return [key, name]
      }
    }
    return nil
  }

  private static func isClass(_ member: DocumentShape?, of objects: Int) -> Bool {
    guard let member, member.holdsTextsOnly, !member.hasMoreWords, member.texts * 2 >= objects else { return false }
    let words = member.words.keys
    guard words.allSatisfy({ isName($0.text) }) else { return false }
    return words.count <= 12 || words.count * 3 <= member.texts
  }

  /// Returns true if a text could be a class name: it is short and has no blanks.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 60 && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 }
  }

  private mutating func classNumber(of value: TextValue, _ kind: Int) -> Int {
    let text = kinds[kind].classPath.flatMap { value.value(at: $0)?.string } ?? ""
    if let number = classNumbers[kind][ExactText(text)] { return number }
    classes.append(ClassFacts(kind: kind, text: text.isEmpty ? nil : text))
    classNumbers[kind][ExactText(text)] = classes.count - 1
    return classes.count - 1
  }

  // MARK: objects

  private mutating func visit(_ object: TextValue, _ kind: Int) {
    kinds[kind].objects += 1
    let number = classNumber(of: object, kind)
    classes[number].objects += 1
    if classes[number].objectsOfDocument.document != document { classes[number].objectsOfDocument = (document, 0) }
    classes[number].objectsOfDocument.count += 1
    let isCounted = classes[number].objectsOfDocument.count <= Self.manyObjects
    if !kinds[kind].candidates.isEmpty {
      object.forEachMember { key, _, value in
        for place in kinds[kind].candidates.indices where JSONString.equals(key, kinds[kind].candidates[place].key) {
          kinds[kind].candidates[place].add(value)
        }
        return true
      }
    }
    walk(object, draft.all[kind].shape, isCounted ? number : nil)
  }

  /// Visits the members of an object.
  ///
  /// - Parameter number: the number of the class whose values are counted; nil to count none.
  private mutating func walk(_ container: TextValue, _ shape: DocumentShape, _ number: Int?) {
    container.forEachMember { key, _, value in
      guard let place = shape[JSONString.decode(key)] else { return true }
      switch place.rule {
      case .children(let kind, let form): children(value, form, kind)
      case .value:
        if value.kind == .object, place.scalars == 0 || !place.keys.isEmpty {
          walk(value, place, number)
        }
        if let number { count(value, at: place, number, JSONString.decode(key)) }
      case .list, .opaque, .hidden: break
      }
      return true
    }
  }

  private mutating func children(_ value: TextValue, _ form: DraftForm, _ kind: Int) {
    let outer = kinds[kind].candidates.map(\.idsOfList)
    defer {
      for (place, ids) in outer.enumerated() { kinds[kind].candidates[place].idsOfList = ids }
    }
    for place in outer.indices { kinds[kind].candidates[place].idsOfList = [] }
    switch (form, value.kind) {
    case (.list, .array):
      for element in value.elements where element.kind == .object { visit(element, kind) }
    case (.keyed, .object):
      value.forEachMember { _, _, member in
        if member.kind == .object { visit(member, kind) }
        return true
      }
    case (.single, .object): visit(value, kind)
    default: break
    }
  }

  private mutating func count(_ value: TextValue, at place: DocumentShape, _ number: Int, _ key: String) {
    // Arrays and objects are described by the places below them.
    guard value.isScalar else {
      if value.kind == .object, place.scalars == 0 { return }
      place.others[number, default: 0] += 1
      if place.evidence[number] == nil { place.evidence[number] = ValueEvidence() }
      return
    }
    if value.kind == .number, JSONNumber.int(value.text) == nil {
      fractionWords.insert(SceneEvidence.lastWord(of: key))
    }
    place.evidence[number, default: ValueEvidence()].add(
      Array(value.text), scene: document, isColorName: FormatFiles.isColor)
  }
}

/// A member that could be the id of a kind's objects.
struct IDCandidate {
  let key: String

  /// The number of objects with an id in this member.
  private(set) var count = 0

  /// True if all ids are numbers.
  private(set) var areNumbers = true

  /// True if all ids are UUIDs.
  private(set) var areUUIDs = true

  /// True if ids are unique within each document.
  private(set) var isUniqueInKind = true
  private(set) var isUniqueInList = true

  /// True if several lists of one document contain ids.
  private(set) var isInSeveralLists = false
  private var hasList = false

  /// The ids of each document.
  private(set) var ids: [Set<ExactText>] = []

  /// The ids of the current list.
  fileprivate var idsOfList: Set<ExactText> = []

  init(key: String) { self.key = key }

  /// Returns the members that could be an id: those that contain a string or an integer in most objects.
  static func all(of shape: DocumentShape) -> [IDCandidate] {
    // In a list of named values, a name may occur twice.
    guard shape.keys.count > 3 || UsualNames.entryValues.allSatisfy({ shape[$0] == nil }) else { return [] }
    return UsualNames.ids.filter { key in
      guard let member = shape[key], member.rule == .value else { return false }
      return member.texts + member.wholes == member.count && member.count * 2 >= shape.objects
    }.prefix(3).map(IDCandidate.init)
  }

  mutating func beginDocument() {
    ids.append([])
    (idsOfList, hasList) = ([], false)
  }

  mutating func add(_ value: TextValue) {
    let isNumber = value.kind == .number
    let text = isNumber ? String(decoding: value.text, as: UTF8.self) : value.string ?? ""
    guard !text.isEmpty else { return }
    count += 1
    if idsOfList.isEmpty {
      isInSeveralLists = isInSeveralLists || hasList
      hasList = true
    }
    areNumbers = areNumbers && isNumber
    areUUIDs = areUUIDs && Self.isUUID(text)
    if !idsOfList.insert(ExactText(text)).inserted { isUniqueInList = false }
    if !ids[ids.count - 1].insert(ExactText(text)).inserted { isUniqueInKind = false }
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isHex = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit }
    return isHex && parts.map(\.count) == [8, 4, 4, 4, 12]
  }
}
