internal import JSONText
internal import SceneDocument
internal import Workbench

/// The members by which a format recognises its documents: those that all documents have.
struct DraftMarks {
  /// The key paths of the members with the same value in all documents.
  private(set) var constants: [[String]] = []
  private(set) var doubts: [DraftDoubt] = []

  /// True if some string is a color of eight digits.
  let hasLongColors: Bool

  private var has: [JSON.Member] = []
  private let files: [String]

  /// The number of members that are sufficient to recognise documents.
  private static let enough = 3

  /// The minimum number of documents in which an equal version counts as a mark.
  private static let manyDocuments = 4

  init(_ root: DocumentShape, _ documents: [(file: String, value: TextValue)]) throws(DraftRefusal) {
    files = Self.patterns(documents.map(\.file))
    hasLongColors = Self.hasLongColors(root)
    let common = root.keys.filter { root[$0]?.documents == documents.count && FormatFiles.keyPath([$0]) != nil }
    guard !common.isEmpty else {
      throw .nothingInCommon(Self.stranger(documents), with: documents[0].file, isEmpty: root.keys.isEmpty)
    }
    addConstants(root, common, documents.count)
    // Members that contain objects are more characteristic than names or numbers.
    let ranked = common.enumerated().sorted { a, b in
      (Self.rank(root[a.1]), a.0) < (Self.rank(root[b.1]), b.0)
    }.map(\.1)
    for key in ranked where has.count < Self.enough && !constants.contains(where: { $0.first == key }) {
      has.append(.init(FormatFiles.keyPath([key]) ?? key, "*"))
    }
    if constants.isEmpty, has.count < 2 {
      doubts.append(DraftDoubt(place: "match", reason: .weakMarks(has.map(\.key))))
    }
  }

  /// The marks in the form of the format's member `match`.
  var json: JSON {
    let patterns = JSON.array(files.map(JSON.string))
    return .object((files.isEmpty ? [] : [.init("files", patterns)]) + [.init("has", .object(has))])
  }

  /// Adds the members that identify the program: a type, or an equal version in many documents.
  private mutating func addConstants(_ root: DocumentShape, _ common: [String], _ count: Int) {
    for key in common {
      guard let place = root[key] else { continue }
      add(place, [key], count)
      guard place.holdsObjectsOnly, key != "defs" else { continue }
      for inner in place.keys where UsualNames.marks.contains(inner) && place[inner]?.documents == count {
        if let member = place[inner], FormatFiles.keyPath([key, inner]) != nil { add(member, [key, inner], count) }
      }
    }
  }

  private mutating func add(_ place: DocumentShape, _ path: [String], _ count: Int) {
    guard place.isConstant, place.scalars == place.count, let key = path.last, let at = FormatFiles.keyPath(path),
      let value = try? JSON.parse(place.firstText)
    else { return }
    let isTag = UsualNames.marks.contains(key) && place.texts > 0 && value != "*" && value != ""
    let isVersion = key.lowercased().ends(with: "version") && count >= Self.manyDocuments && place.wholes > 0
    guard isTag || isVersion, value.text().utf8.elementsEqual(place.firstText) else { return }
    constants.append(path)
    has.append(.init(at, value))
  }

  /// Returns the rank of a member as a mark; a lower rank is better.
  private static func rank(_ place: DocumentShape?) -> Int {
    guard let place else { return 3 }
    if place.elements?.objects ?? 0 > 0 { return 0 }
    return place.objects > 0 ? 1 : place.arrays > 0 ? 2 : 3
  }

  /// Returns patterns for the suffixes of the file names; none if all names end with `.json`, or if there are more than
  /// six suffixes.
  private static func patterns(_ files: [String]) -> [String] {
    var endings: [String] = []
    for file in files {
      let name = file.parts(between: "/").last ?? file
      guard let ending = name.parts(between: ".").last, name.holds("."),
        ending.utf8.allSatisfy({ $0 > 0x2D && $0 < 0x7B })
      else {
        continue
      }
      if !endings.contains(ending) { endings.append(ending) }
    }
    return endings == ["json"] || endings.count > 6 ? [] : endings.map { "*.\($0)" }
  }

  private static func hasLongColors(_ shape: DocumentShape) -> Bool {
    shape.words.keys.contains { $0.text.utf8.count == 9 && $0.text.begins(with: "#") }
      || shape.keys.contains { shape[$0].map(hasLongColors) ?? false }
      || shape.elements.map(hasLongColors) ?? false
  }

  /// Returns the first file that shares no member with all files before it.
  private static func stranger(_ documents: [(file: String, value: TextValue)]) -> String {
    var common: Set<ExactText>?
    for document in documents {
      var keys: Set<ExactText> = []
      document.value.forEachMember { key, _, _ in
        keys.insert(ExactText(JSONString.decode(key)))
        return true
      }
      let left = common?.intersection(keys) ?? keys
      if left.isEmpty { return document.file }
      common = left
    }
    return documents.last?.file ?? ""
  }
}
