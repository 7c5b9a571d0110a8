internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A draft of a format description, inferred from documents.
///
/// 1. ``DocumentShape`` counts the values at each place of the documents.
/// 2. ``DraftKinds`` finds the kinds of objects.
/// 3. ``DraftObjects`` collects the objects with their classes, ids and values.
/// 4. ``DraftClasses`` declares the properties.
struct FormatDraft {
  let name: String

  /// The numbers of kinds, classes and properties.
  private(set) var counts = (kinds: 0, classes: 0, properties: 0)

  /// The guesses, the most important first.
  private(set) var doubts: [DraftDoubt] = []

  /// The text of the description.
  private(set) var text = ""

  private let kinds: DraftKinds
  private let objects: DraftObjects
  private var identities: [DraftIdentity] = []
  private let marks: DraftMarks

  /// Infers the description of a format from documents.
  ///
  /// - Parameters:
  ///   - documents: the outermost objects of the documents, with the names of their files.
  /// - Throws: a refusal if the documents have no member in common.
  init(named name: String, of documents: [(file: String, value: TextValue)]) throws(DraftRefusal) {
    self.name = name
    let root = DocumentShape()
    for (number, document) in documents.enumerated() { root.add(document.value, document: number) }
    marks = try DraftMarks(root, documents)
    kinds = DraftKinds(root, named: name)
    objects = DraftObjects(kinds, documents.map(\.value))
    identify(documents.count)
    let structure = identities.indices.map { number in
      Set(
        [objects.kinds[number].classPath, identities[number].id.map { [$0] }, identities[number].name.map { [$0] }]
          .compactMap(\.self) + (number == 0 ? marks.constants : []))
    }
    let classes = DraftClasses(kinds, objects, besides: structure)
    counts = (kinds.all.count, classes.json.count, classes.propertyCount)
    collectDoubts(classes, documents.count)
    text = ReadableJSON.text(of: description(classes))
  }

  // MARK: ids and names

  /// Chooses the ids and names of all kinds.
  private mutating func identify(_ documents: Int) {
    var taken = Array(repeating: Set<ExactText>(), count: documents)
    for number in kinds.all.indices {
      let facts = objects.kinds[number]
      var identity = DraftIdentity()
      for candidate in facts.candidates where identity.id == nil && candidate.key != facts.classPath?.first {
        identity.take(candidate, isKind: number > 0 || isInItself(number), objects: facts.objects, &taken)
      }
      let shape = kinds.all[number].shape
      identity.name = UsualNames.names.first { key in
        guard let member = shape[key], member.rule == .value else { return false }
        return key != identity.id && [key] != facts.classPath && member.holdsTextsOnly
          && member.texts * 2 >= shape.objects
      }
      identities.append(identity)
    }
  }

  /// Returns true if objects of a kind contain children of the same kind.
  private func isInItself(_ kind: Int) -> Bool {
    kinds.all[kind].places.contains { place in
      if case .children(kind, _) = place.place.rule { true } else { false }
    }
  }

  private mutating func collectDoubts(_ classes: DraftClasses, _ documents: Int) {
    doubts = marks.doubts + kinds.doubts + classes.doubts
    if documents == 1 { doubts.append(DraftDoubt(place: name, reason: .oneDocument)) }
    for (number, kind) in kinds.all.enumerated() {
      let facts = objects.kinds[number]
      if let path = facts.classPath {
        let values = objects.classes.count { $0.kind == number && $0.text != nil }
        doubts.append(
          DraftDoubt(
            place: "\(kind.name).\(path.joined(separator: "."))",
            reason: .classOf(values: values, objects: facts.objects)))
      }
      guard number > 0 else { continue }
      let identity = identities[number]
      if let repeated = identity.repeated {
        doubts.append(DraftDoubt(place: "\(kind.name).\(repeated)", reason: .repeatedID(repeated)))
      } else if let id = identity.id, identity.isWeak {
        doubts.append(
          DraftDoubt(place: "\(kind.name).\(id)", reason: .id(scope: identity.scope, objects: facts.objects)))
      }
    }
    if classes.hasColorTexts, marks.hasLongColors {
      doubts.append(DraftDoubt(place: name, reason: .opacityLast))
    }
    doubts = doubts.enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1)
  }

  // MARK: the description

  private func description(_ classes: DraftClasses) -> JSON {
    var members: [JSON.Member] = [
      .init("format", "inspector-format/1"), .init("name", .string(name)),
      .init("title", .string(PropertyName.label(for: name))), .init("version", "0.1.0"),
      .init("match", marks.json), .init("open", true), .init("root", .string(name)),
    ]
    let typeNames = typeNames
    if !typeNames.isEmpty {
      members.append(.init("typeNames", .object(typeNames.map { .init($0.name, .string($0.type)) })))
    }
    if classes.hasColorNumbers { members.append(.init("colors", ["form": "#RRGGBB"])) }
    let described = kinds.all.indices.map { JSON.Member(kinds.all[$0].name, kind($0, classes.names[$0])) }
    return .object(members + [.init("kinds", .object(described)), .init("classes", .array(classes.json))])
  }

  private func kind(_ number: Int, _ className: String) -> JSON {
    let (kind, facts, identity) = (kinds.all[number], objects.kinds[number], identities[number])
    var members: [JSON.Member] = []
    if let path = facts.classPath.flatMap({ FormatFiles.keyPath($0) }) {
      members.append(.init("class", ["member": .string(path), "else": .string(className)]))
      members.append(.init("base", .string(className)))
    } else {
      members.append(.init("class", .string(className)))
    }
    let isKeyed = kinds.isKeyed(number)
    let key: JSON? = isKeyed ? ["key": true, "scope": "kind"] : nil
    if let id = identity.json ?? key { members.append(.init("id", id)) }
    if let name = identity.name { members.append(.init("name", .string(name))) }
    let children = kind.places.compactMap { child($0.path, $0.place) }
    if !children.isEmpty { members.append(.init("children", .array(children))) }
    let lists = kind.lists.compactMap { path, list, _ in self.list(path, list) }
    if !lists.isEmpty { members.append(.init("attributes", .array([["inline": true]] + lists))) }
    for (key, paths) in [("hidden", kind.hidden), ("opaque", kind.opaque)] where !paths.isEmpty {
      members.append(.init(key, .array(paths.compactMap { FormatFiles.keyPath($0).map(JSON.string) })))
    }
    return .object(members)
  }

  private func child(_ path: [String], _ place: DocumentShape) -> JSON? {
    guard case .children(let kind, let form) = place.rule, let at = FormatFiles.keyPath(path) else { return nil }
    var members: [JSON.Member] = [.init("at", .string(at)), .init("kind", .string(kinds.all[kind].name))]
    if form != .list { members.append(.init(form == .keyed ? "keyed" : "single", true)) }
    if kinds.isMixed(place, form) { members.append(.init("orValue", true)) }
    return .object(members)
  }

  private func list(_ path: [String], _ list: DraftList) -> JSON? {
    guard let at = FormatFiles.keyPath(path) else { return nil }
    var members: [JSON.Member] = [
      .init("list", .string(at)), .init("name", .string(list.name)), .init("value", .string(list.value)),
    ]
    if let type = list.type { members.append(.init("type", .string(type))) }
    return .object(members)
  }

  /// The type names in lists of named values, with the property types that they mean.
  private var typeNames: [(name: String, type: String)] {
    var names: [ExactText] = []
    for kind in kinds.all {
      for (_, list, place) in kind.lists {
        guard let type = list.type, let words = place.elements?[type]?.words else { continue }
        names += words.keys.sorted { $0.text < $1.text }
      }
    }
    var seen: Set<ExactText> = []
    return names.compactMap { name in
      guard !name.text.isEmpty, !name.text.holds("*"), seen.insert(name).inserted else { return nil }
      return TypeWords.type(of: name.text).map { (name.text, $0.rawValue) }
    }
  }
}

/// The members that contain the id and the name of a kind's objects.
struct DraftIdentity {
  var id: String?
  var scope = "document"
  var name: String?

  /// The member that would be the id if its values were unique.
  var repeated: String?
  private var isUUID = false

  /// True if only few objects indicate the scope of the id.
  private(set) var isWeak = false

  /// The number of distinct texts above which uniqueness is no coincidence.
  private static let manyIDs = 50

  /// Uses a member as the id if its values are unique.
  ///
  /// - Parameters:
  ///   - isKind: false for the document itself, which needs no id.
  ///   - taken: the ids that are unique in each document.
  mutating func take(
    _ candidate: IDCandidate, isKind: Bool, objects: Int, _ taken: inout [Set<ExactText>]
  ) {
    guard isKind, candidate.count > 0 else { return }
    guard candidate.isUniqueInList else {
      repeated = repeated ?? candidate.key
      return
    }
    (id, repeated, isUUID) = (candidate.key, nil, candidate.areUUIDs)
    isWeak = candidate.count < 4 || !candidate.isUniqueInKind
    // A few words may be distinct in all lists by coincidence.
    let isSure = !candidate.isInSeveralLists || candidate.areUUIDs || candidate.count >= Self.manyIDs
    guard candidate.isUniqueInKind, isSure || candidate.areNumbers else {
      scope = "parent"
      return
    }
    let isFree = zip(candidate.ids, taken).allSatisfy { $0.isDisjoint(with: $1) } && taken.count == candidate.ids.count
    guard !candidate.areNumbers, isFree else {
      scope = "kind"
      return
    }
    for place in taken.indices { taken[place].formUnion(candidate.ids[place]) }
  }

  var json: JSON? {
    guard let id else { return nil }
    var members: [JSON.Member] = [.init("member", .string(id))]
    if scope != "document" { members.append(.init("scope", .string(scope))) }
    if isUUID { members.append(.init("new", "uuid")) }
    return .object(members)
  }
}

/// The names of types in the documents of various programs.
enum TypeWords {
  /// Returns the property type that a word means; nil for an unknown word.
  static func type(of word: String) -> PropertyType? {
    switch word.lowercased() {
    case "string", "str", "text", "file", "filepath", "path", "multiline", "multilines": .string
    case "int", "integer", "long", "short", "object": .int
    case "float", "double", "number", "real": .double
    case "bool", "boolean", "flag": .bool
    case "color", "colour": .color
    default: nil
    }
  }
}
