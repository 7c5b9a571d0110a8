internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The statistics of the JSON values at one place of documents, with those of the places below.
///
/// The elements of an array share one place. The statistics of several places are merged if their objects are of the
/// same kind.
final class DocumentShape {
  /// The number of values of each JSON type.
  private(set) var objects = 0
  private(set) var arrays = 0
  private(set) var texts = 0
  private(set) var numbers = 0
  private(set) var truths = 0
  private(set) var nulls = 0

  /// The number of integers.
  private(set) var wholes = 0

  /// The keys of the objects' members, in order of first occurrence.
  private(set) var keys: [String] = []
  private(set) var members: [ExactText: DocumentShape] = [:]

  /// True if the objects have more distinct keys than ``mostKeys``; members with further keys are not counted.
  private(set) var hasMoreKeys = false

  /// The shared place of the arrays' elements; nil if all arrays are empty.
  private(set) var elements: DocumentShape?

  /// The range of array lengths.
  private(set) var lengths: ClosedRange<Int>?

  /// The first ``mostTexts`` distinct strings, each with its count.
  private(set) var words: [ExactText: Int] = [:]
  private(set) var hasMoreWords = false

  /// The maximum length of a string in bytes.
  private(set) var longestText = 0

  /// The JSON text of the first scalar; empty if this text is long.
  private(set) var firstText: [UInt8] = []

  /// True if all values are the same scalar.
  private(set) var isConstant = true

  /// The number of documents in which the place occurs.
  private(set) var documents = 0
  private var lastDocument = -1

  /// The number of objects whose members have been moved to a kind.
  private var takenObjects = 0

  /// The draft's rule for the place.
  var rule = DraftRule.value

  /// The scalar values in objects of each class, by the class's number.
  var evidence: [Int: ValueEvidence] = [:]

  /// The number of arrays and objects in objects of each class, by the class's number.
  var others: [Int: Int] = [:]

  static let mostKeys = 2_000
  static let mostTexts = 200
  private static let longestConstant = 200

  var count: Int { objects + arrays + texts + numbers + truths + nulls }

  /// The number of scalar values other than null.
  var scalars: Int { texts + numbers + truths }

  /// True if all values except nulls are objects.
  var holdsObjectsOnly: Bool { objects > 0 && arrays == 0 && scalars == 0 }

  /// True if all values are numbers.
  var holdsNumbersOnly: Bool { numbers > 0 && numbers == count }

  /// True if all values except nulls are strings.
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

  /// Returns the place of a member, creating the place if necessary; nil if there are too many members.
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

  /// Merges the statistics of a different place, whose members and elements are then shared.
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

  /// Removes and returns the elements' place.
  func takeElements() -> DocumentShape? {
    defer { elements = nil }
    return elements
  }

  /// Merges all members into one place, removes them, and returns this place.
  func takeMembers() -> DocumentShape {
    let merged = DocumentShape()
    for key in keys { if let member = self[key] { merged.merge(member) } }
    (keys, members) = ([], [:])
    return merged
  }

  /// Removes the objects' members, and returns them with the objects' counts.
  func takeObjects() -> DocumentShape {
    let taken = DocumentShape()
    (taken.objects, taken.documents) = (objects - takenObjects, documents)
    (taken.keys, taken.members, taken.hasMoreKeys) = (keys, members, hasMoreKeys)
    takenObjects = objects
    (keys, members) = ([], [:])
    return taken
  }

  /// Returns the fraction of objects that have a member with the key.
  func share(of key: String) -> Double {
    guard objects > 0, let member = self[key] else { return 0 }
    return min(1, Double(member.count) / Double(objects))
  }
}

/// The draft's rule for a place.
enum DraftRule: Equatable {
  /// Values without a rule of their own.
  case value
  /// Children of the kind with this number.
  case children(kind: Int, DraftForm)
  /// A list of named values.
  case list(DraftList)
  /// Arrays and objects that the format ignores.
  case opaque
  /// Values that are neither read nor shown.
  case hidden
}

/// The form in which objects contain children, as in the format's `children`.
enum DraftForm: Equatable {
  case list, keyed, single
}

/// The keys of the entries in a list of named values.
struct DraftList: Equatable {
  var name: String
  var value: String
  var type: String?
}
