internal import InspectorKit
internal import JSONText
package import SceneDocument
internal import Synchronization

/// The format of Interface Builder documents, `.storyboard` and `.xib`, as Xcode writes them for iOS and tvOS.
///
/// The format's description specifies the names and types of values. The structure of the documents is fixed in code.
package final class InterfaceBuilderFormat: ForeignFormat {
  /// The name of this syntax in a format's description.
  static let syntax = "interface-builder"

  package let name: String
  package let title: String
  package let version: String
  package let description: [UInt8]
  package let filePatterns: [String]
  package let path: String
  package let isOpen = true
  package let isMarkup = true
  package let keys: [[String]] = []

  private let rules: InterfaceBuilderRules
  private let colors: [ExactText: Color]

  /// A cache of the value conversions for the document that was read last.
  private let latest = Mutex<(document: Int, values: InterfaceBuilderValue)?>(nil)

  init(_ contents: FormatReader.Contents, _ rules: InterfaceBuilderRules, path: String) {
    (name, title, version, description) = (contents.name, contents.title, contents.version, contents.description)
    filePatterns = contents.filePatterns
    colors = Dictionary(
      contents.colors.names.map { (ExactText($0.name), $0.color) }, uniquingKeysWith: { first, _ in first })
    (self.rules, self.path) = (rules, path)
  }

  // MARK: recognition

  package func matches(_ document: TextValue) -> Bool {
    InterfaceBuilderElements(document).map { $0.isInterfaceBuilder && !$0.isForMac } ?? false
  }

  package func lacks(_ document: TextValue, isNamed: (_ patterns: [String]) -> Bool) -> (lacks: [String], isNear: Bool)?
  {
    (["its outermost element must be a 'document' whose 'type' names com.apple.InterfaceBuilder"], false)
  }

  package func reasonNotToRead(_ document: TextValue) -> String? {
    guard let elements = InterfaceBuilderElements(document), elements.isInterfaceBuilder, elements.isForMac else {
      return nil
    }
    return "it is for macOS; those for iOS and tvOS are read"
  }

  package func scene(of document: TextValue, _ files: ForeignFiles) throws(ForeignFault) -> ForeignScene {
    guard let elements = InterfaceBuilderElements(document) else { return ForeignScene() }
    var scene = InterfaceBuilderScene(elements, rules, values(of: elements))
    let built = try scene.build()
    let index = elements.index
    let ids = Set(index.elements.indices.compactMap { index.attribute("id", of: $0).map { ExactText($0) } })
    for (_, attribute, id) in elements.references(in: 0) where !ids.contains(ExactText(id)) {
      files.note(
        ForeignRefusal.dangling(index.string(attribute.name), id: id), at: attribute.value.lowerBound)
    }
    return built
  }

  private func values(of elements: InterfaceBuilderElements?) -> InterfaceBuilderValue {
    guard let elements else { return InterfaceBuilderValue(colors, nil) }
    let document = elements.index.number
    let known = latest.withLock { latest -> InterfaceBuilderValue? in
      guard latest?.document == document else { return nil }
      return latest?.values
    }
    if let known { return known }
    let values = InterfaceBuilderValue(colors, elements)
    latest.withLock { $0 = (document, values) }
    return values
  }

  // MARK: values

  package func members(of object: ForeignObject, in document: TextValue) -> ForeignMembers {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset)
    else { return ForeignMembers() }
    return InterfaceBuilderWalk(number, elements, rules, values(of: elements)).members
  }

  /// The tags of the elements that follow the values of an object in Interface Builder's order. A new value is inserted
  /// before them.
  private static let followers = [
    "gestureRecognizers", "constraints", "userDefinedRuntimeAttributes", "variation", "connections",
  ]

  package func site(of name: String, in object: ForeignObject, _ document: TextValue) -> ForeignSite? {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset),
      let rule = rules.rule(named: name, in: elements.index.name(of: number)), let key = rule.path.last
    else { return nil }
    var site = ForeignSite(path: rule.path, type: rule.type)
    guard rule.path.count > 1 else {
      site.markup = Self.site(of: key, as: rule.type, in: number, elements, followers: Self.followers)
      return site
    }
    let group = elements.index.children(of: number).first {
      elements.index.attribute("key", of: $0) == rule.path[0] && !elements.isObject($0)
    }
    if let group {
      // The size of such a font is that of its text style.
      if elements.index.isNamed(group, "fontDescription"), elements.index.attribute("style", of: group) != nil {
        return nil
      }
      site.markup = Self.site(of: key, as: rule.type, in: group, elements, followers: [])
    } else if let element = rule.element {
      let opening = "<\(element) key=\(Self.quoted(rule.path[0]))"
      site.markup = Self.site(of: key, as: rule.type, inNew: opening, element)
      site.markup?.element = object.offset
    } else {
      return nil
    }
    return site
  }

  /// Returns the place of a new value in an existing element: an attribute, or a child that may replace a `nil`
  /// element.
  private static func site(
    of key: String, as type: String, in number: Int, _ elements: InterfaceBuilderElements, followers: [String]
  ) -> MarkupSite {
    let index = elements.index
    let offset = index.elements[number].start
    guard let tag = tag(of: type) else { return MarkupSite(element: offset, .attribute(key)) }
    var child = MarkupSite.Child(before: "<\(tag) key=\(quoted(key)) ", after: "/>", followers: followers)
    child.replaced = index.children(of: number, named: "nil").first { index.attribute("key", of: $0) == key }.map {
      index.elements[$0].start
    }
    return MarkupSite(element: offset, .child(child))
  }

  /// Returns the place of a new value in an element that is created together with the value.
  ///
  /// - Parameter opening: the start tag of the element, without its end.
  private static func site(
    of key: String, as type: String, inNew opening: String, _ element: String
  ) -> MarkupSite {
    guard let tag = tag(of: type) else {
      return MarkupSite(
        element: 0, .child(MarkupSite.Child(before: "\(opening) \(key)=", after: "/>", followers: followers)))
    }
    var child = MarkupSite.Child(before: "<\(tag) key=\(quoted(key)) ", after: "/>", followers: followers)
    child.outer = (opening + ">", "</\(element)>")
    return MarkupSite(element: 0, .child(child))
  }

  /// Returns the tag of the elements that represent values of a type; nil if attributes represent them.
  private static func tag(of type: String) -> String? {
    switch PropertyType(rawValue: type) {
    case .color: "color"
    case .point: "point"
    case .size: "size"
    case .rect: "rect"
    default: nil
    }
  }

  private static func quoted(_ text: String) -> String { String(decoding: MarkupText.quoted(text), as: UTF8.self) }

  /// The tags of the objects that are not instances of a class at run time, and so have no runtime attributes.
  private static let plain: Set<String> = ["exit", "viewControllerPlaceholder", "tableViewSection"]

  package func entrySite(
    of name: String, as declared: String?, in object: ForeignObject, like forms: [String: ForeignEntryForm],
    _ document: TextValue
  ) -> ForeignSite? {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset),
      !Self.plain.contains(elements.index.name(of: number)), MarkupText.isAllowed(name), !name.isEmpty,
      let type = declared ?? forms[name]?.typeName, let property = PropertyType(rawValue: type),
      !rules.isNative(name, in: elements.index.name(of: number))
    else { return nil }
    func opening(_ kind: String) -> String {
      "<userDefinedRuntimeAttribute type=\"\(kind)\" keyPath=\(Self.quoted(name))"
    }
    func child(_ kind: String, _ before: String) -> MarkupSite.Child {
      var child = MarkupSite.Child(before: before, after: "/>", followers: ["variation", "connections"])
      child.outer = (opening(kind) + ">", "</userDefinedRuntimeAttribute>")
      return child
    }
    var entry: MarkupSite.Child
    switch property {
    case .bool, .string:
      let kind = property == .bool ? "boolean" : "string"
      entry = MarkupSite.Child(before: opening(kind) + " value=", after: "/>", followers: ["variation", "connections"])
    case .int: entry = child("number", "<integer key=\"value\" value=")
    case .double: entry = child("number", "<real key=\"value\" value=")
    case .color, .point, .size, .rect:
      let tag = Self.tag(of: type) ?? ""
      entry = child(tag, "<\(tag) key=\"value\" ")
    }
    entry.list = "userDefinedRuntimeAttributes"
    var site = ForeignSite(path: [name], type: type)
    site.markup = MarkupSite(element: object.offset, .child(entry))
    return site
  }

  package func isEntryName(_ name: String, in object: ForeignObject, _ document: TextValue) -> Bool {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset)
    else { return false }
    return !name.isEmpty && MarkupText.isAllowed(name)
      && rules.rule(named: name, in: elements.index.name(of: number)) == nil
  }

  package func entryForms(of objects: [ForeignObject], _ document: TextValue) -> [String: ForeignEntryForm] {
    var forms: [String: ForeignEntryForm] = [:]
    for object in objects {
      for leaf in members(of: object, in: document).leaves where leaf.entry != nil && forms[leaf.name] == nil {
        forms[leaf.name] = ForeignEntryForm(name: leaf.name, typeName: leaf.type)
      }
    }
    return forms
  }

  package func spelling(
    of text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) throws(ForeignRefusal) -> [UInt8] {
    let values = values(of: InterfaceBuilderElements(document))
    let written = try values.written(text, like: old, as: type)
    guard let read = values.sceneText(written, as: type) else {
      throw .wrongForm(String(decoding: text, as: UTF8.self), type: type ?? "value")
    }
    return read
  }

  package func written(
    _ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) -> [UInt8] {
    let values = values(of: InterfaceBuilderElements(document))
    return (try? values.written(text, like: old, as: type)) ?? old.map { Array($0) } ?? text
  }

  // MARK: objects

  package func nameKey(of object: ForeignObject) -> String? { "userLabel" }

  package func list(ofKind kind: Int, in object: ForeignObject, _ document: TextValue) -> Int? {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset),
      InterfaceBuilderElements.lists.indices.contains(kind)
    else { return nil }
    let name = InterfaceBuilderElements.lists[kind]
    return elements.index.children(of: number).first { elements.index.name(of: $0) == name }.map {
      elements.index.elements[$0].start
    }
  }

  /// The tags of the views that may contain subviews.
  private static let containers: Set<String> = [
    "collectionViewCellContentView", "scrollView", "stackView", "tableViewCellContentView", "view",
  ]

  package func missingList(
    ofKind kind: Int, in object: ForeignObject, _ document: TextValue
  ) -> (name: String, followers: [String])? {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset),
      InterfaceBuilderElements.lists.indices.contains(kind), InterfaceBuilderElements.lists[kind] == "subviews",
      Self.containers.contains(elements.index.name(of: number))
    else { return nil }
    let preceding: Set<String> = ["rect", "autoresizingMask"]
    let others = elements.index.children(of: number).map(elements.index.name).filter { !preceding.contains($0) }
    return ("subviews", others)
  }

  package func references(to object: ForeignObject, in scene: ForeignScene, _ document: TextValue) -> [Range<Int>] {
    guard let elements = InterfaceBuilderElements(document) else { return [] }
    return elements.references(in: 0).filter { $0.id.isExactly(object.id) }.map(\.attribute.value)
  }

  package func dependents(on ids: Set<String>, _ document: TextValue) -> OrderedSpans {
    guard let elements = InterfaceBuilderElements(document), !ids.isEmpty else { return OrderedSpans([]) }
    let index = elements.index
    let spans = elements.references(in: 0).filter { ids.contains($0.id) }.map { element, attribute, _ in
      let place = index.elements[element]
      return InterfaceBuilderElements.connections.contains(index.name(of: element))
        ? index.blanksStart(before: place.start)..<place.end
        : index.blanksStart(before: attribute.name.lowerBound)..<attribute.value.upperBound
    }
    // Spans may coincide or overlap: a constraint may refer to two objects, and a removed element may contain
    // connections.
    return OrderedSpans(spans)
  }

  package func otherIDs(_ document: TextValue) -> Set<String> {
    guard let elements = InterfaceBuilderElements(document) else { return [] }
    let index = elements.index
    return Set(
      index.elements.indices.compactMap { number in
        elements.isObject(number)
          ? nil : index.attribute("id", of: number) ?? index.attribute("sceneID", of: number)
      })
  }

  package func isRequired(_ object: ForeignObject, _ document: TextValue) -> Bool {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset)
    else { return false }
    // A cell needs its content view, and a scene its controller.
    return elements.index.attribute("key", of: number) == "contentView"
      || elements.isStoryboard && elements.index.attribute("sceneMemberID", of: number) == "viewController"
  }

  package func obstacles(toMoving object: ForeignObject, _ document: TextValue, to list: Int) -> [String]? {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset),
      let target = elements.index.element(at: list)
    else { return [] }
    let index = elements.index
    // A constraint belongs to an object that contains all its items.
    if index.isNamed(number, "constraint") { return nil }
    let isFar = elements.scene(of: number) != elements.scene(of: target)
    let own = number..<index.elements[number].next
    let ids = Set(own.compactMap { index.attribute("id", of: $0) })
    return elements.references(in: 0).compactMap { element, _, id in
      let isInside = own.contains(element)
      let isBound = isFar || index.isNamed(element, "constraint") || index.isNamed(element, "exclude")
      guard isInside ? isFar && !ids.contains(id) : isBound && ids.contains(id) else { return nil }
      return index.attribute("id", of: element) ?? index.attribute("reference", of: element)
    }
  }

  package func innerIDs(
    of object: ForeignObject, _ document: TextValue
  ) -> [(span: Range<Int>, id: String, isOwn: Bool)] {
    guard let elements = InterfaceBuilderElements(document), let number = elements.index.element(at: object.offset)
    else { return [] }
    let index = elements.index
    let own = (number..<index.elements[number].next).compactMap { element -> (Range<Int>, String, Bool)? in
      guard !elements.isObject(element), let span = index.span(of: "id", element) else { return nil }
      return (span, MarkupText.decoded(index.text(span).dropFirst().dropLast()), true)
    }
    return own + elements.references(in: number).map { ($0.attribute.value, $0.id, false) }
  }

  package func allows(_ edit: ForeignRefusal.ObjectEdit, of object: ForeignObject) -> Bool {
    // A storyboard scene has one controller, so a copy of the controller would need a scene of its own.
    edit != .copies || object.parent != nil
  }

  package func accepts(_ id: String, asIDOf object: ForeignObject) -> Bool { MarkupText.isAllowed(id) }

  package func newID(of object: ForeignObject, number: Int) -> String? {
    // The id is derived from the former one, so that a dry run yields the same id.
    let digits = SHA256.hex(of: Array("\(object.id) \(number)".utf8)).prefix(16)
    guard var rest = UInt64(digits, radix: 16) else { return nil }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    var id = ""
    for count in [3, 2, 3] {
      if !id.isEmpty { id += "-" }
      for _ in 0..<count {
        id.append(letters[Int(rest % UInt64(letters.count))])
        rest /= UInt64(letters.count)
      }
    }
    return id
  }
}
