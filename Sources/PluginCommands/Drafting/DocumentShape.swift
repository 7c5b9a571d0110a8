internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A count of the values that documents have at one place, with those of the places below it.
///
/// The elements of an array are one place. What is found there is merged when several places turn out to have objects of
/// one kind.
final class DocumentShape {
  /// The number of values of each form.
  private(set) var objects = 0
  private(set) var arrays = 0
  private(set) var texts = 0
  private(set) var numbers = 0
  private(set) var truths = 0
  private(set) var nulls = 0

  /// The number of whole numbers.
  private(set) var wholes = 0

  /// The keys of the objects' members, in the order in which they were found.
  private(set) var keys: [String] = []
  private(set) var members: [ExactText: DocumentShape] = [:]

  /// True if the objects have more different keys than ``mostKeys``; the members of the others are not counted.
  private(set) var hasMoreKeys = false

  /// The elements of the arrays; nil if all arrays are empty.
  private(set) var elements: DocumentShape?

  /// The numbers of elements of the shortest and of the longest array.
  private(set) var lengths: ClosedRange<Int>?

  /// The different texts with their counts, up to ``mostTexts``.
  private(set) var words: [ExactText: Int] = [:]
  private(set) var hasMoreWords = false

  /// The greatest length of a text in bytes.
  private(set) var longestText = 0

  /// The JSON text of the first value that is no array or object; empty if it is long.
  private(set) var firstText: [UInt8] = []

  /// True if all values are the same scalar.
  private(set) var isConstant = true

  /// The number of documents that have the place.
  private(set) var documents = 0
  private var lastDocument = -1

  /// The number of objects whose members were taken away.
  private var takenObjects = 0

  /// The rule that a draft has for the place.
  var rule = DraftRule.value

  /// The values of the objects of each class, by the class's number.
  var evidence: [Int: ValueEvidence] = [:]

  /// The numbers of arrays and objects that the objects of each class have besides these values.
  var others: [Int: Int] = [:]

  static let mostKeys = 2_000
  static let mostTexts = 200
  private static let longestConstant = 200

  var count: Int { objects + arrays + texts + numbers + truths + nulls }

  /// The number of values that are neither arrays, objects nor null.
  var scalars: Int { texts + numbers + truths }

  /// True if all values but nulls are objects.
  var holdsObjectsOnly: Bool { objects > 0 && arrays == 0 && scalars == 0 }

  /// True if all values are numbers.
  var holdsNumbersOnly: Bool { numbers > 0 && numbers == count }

  /// True if all values but nulls are texts.
  var holdsTextsOnly: Bool { texts > 0 && texts + nulls == count }

  subscript(key: String) -> DocumentShape? { members[ExactText(key)] }

  // MARK: counting

  /// Adds a value of a document.
  func add(_ value: TextValue, document: Int) {
    if lastDocument != document { (documents, lastDocument) = (documents + 1, document) }
    switch value.kind {
    case .object:
      objects += 1
      value.forEachMember { key, _, member in
        shape(of: JSONString.decode(key))?.add(member, document: document)
        return true
      }
    case .array:
      arrays += 1
      let list = value.elements
      lengths =
        lengths.map { min($0.lowerBound, list.count)...max($0.upperBound, list.count) } ?? list.count...list.count
      guard !list.isEmpty else { return }
      let elements = elements ?? DocumentShape()
      self.elements = elements
      for element in list { elements.add(element, document: document) }
    default: addScalar(value)
    }
  }

  private func addScalar(_ value: TextValue) {
    let text = value.text
    if count == 0, text.count <= Self.longestConstant { firstText = Array(text) }
    isConstant = isConstant && !firstText.isEmpty && text.elementsEqual(firstText)
    switch value.kind {
    case .string:
      texts += 1
      longestText = max(longestText, text.count)
      if text.count <= Self.longestConstant, let word = value.string {
        add(word, count: 1)
      } else {
        hasMoreWords = true
      }
    case .number:
      numbers += 1
      if JSONNumber.int(text) != nil { wholes += 1 }
    case .bool: truths += 1
    default: nulls += 1
    }
  }

  private func add(_ word: String, count: Int) {
    let word = ExactText(word)
    guard words[word] != nil || words.count < Self.mostTexts else {
      hasMoreWords = true
      return
    }
    words[word, default: 0] += count
  }

  /// Returns the place of a member, which is made if it is new; nil if there are too many members.
  private func shape(of key: String) -> DocumentShape? {
    let exact = ExactText(key)
    if let known = members[exact] { return known }
    guard keys.count < Self.mostKeys else {
      hasMoreKeys = true
      return nil
    }
    let shape = DocumentShape()
    keys.append(key)
    members[exact] = shape
    return shape
  }

  // MARK: merging

  /// Adds what was found at a different place, whose parts then belong to this one.
  func merge(_ other: DocumentShape) {
    isConstant = isConstant && other.isConstant && (count == 0 || firstText == other.firstText)
    if count == 0 { firstText = other.firstText }
    (objects, arrays, texts) = (objects + other.objects, arrays + other.arrays, texts + other.texts)
    (numbers, truths, nulls) = (numbers + other.numbers, truths + other.truths, nulls + other.nulls)
    wholes += other.wholes
    (documents, longestText) = (max(documents, other.documents), max(longestText, other.longestText))
    hasMoreWords = hasMoreWords || other.hasMoreWords
    hasMoreKeys = hasMoreKeys || other.hasMoreKeys
    for (word, count) in other.words { add(word.text, count: count) }
    if let more = other.lengths {
      lengths = lengths.map { min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound) } ?? more
    }
    for key in other.keys {
      guard let more = other[key], let own = shape(of: key) else { continue }
      own.merge(more)
    }
    guard let more = other.elements else { return }
    let elements = elements ?? DocumentShape()
    self.elements = elements
    elements.merge(more)
  }

  /// Returns the elements, which the place then has no more.
  func takeElements() -> DocumentShape? {
    defer { elements = nil }
    return elements
  }

  /// Returns all members as one place, and removes them.
  func takeMembers() -> DocumentShape {
    let merged = DocumentShape()
    for key in keys { if let member = self[key] { merged.merge(member) } }
    (keys, members) = ([], [:])
    return merged
  }

  /// Returns the objects with their members, which the place then has no more.
  func takeObjects() -> DocumentShape {
    let taken = DocumentShape()
    (taken.objects, taken.documents) = (objects - takenObjects, documents)
    (taken.keys, taken.members, taken.hasMoreKeys) = (keys, members, hasMoreKeys)
    takenObjects = objects
    (keys, members) = ([], [:])
    return taken
  }

  /// Returns the share of objects that have a member.
  func share(of key: String) -> Double {
    guard objects > 0, let member = self[key] else { return 0 }
    return min(1, Double(member.count) / Double(objects))
  }
}

/// The rule that a draft has for a place.
enum DraftRule: Equatable {
  /// Values, which have no rule of their own.
  case value
  /// Children of a kind with this number.
  case children(kind: Int, DraftForm)
  /// A list of values with names.
  case list(DraftList)
  /// Arrays and objects that are not read.
  case opaque
  /// Values that are neither read nor shown.
  case hidden
}

/// The form of children, as in `children` of a format.
enum DraftForm: Equatable {
  case list, keyed, single
}

/// The keys of a list of values with names.
struct DraftList: Equatable {
  var name: String
  var value: String
  var type: String?
}
