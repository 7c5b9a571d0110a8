internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A builder of the scene that an Interface Builder document describes.
struct InterfaceBuilderScene {
  private let elements: InterfaceBuilderElements
  private let rules: InterfaceBuilderRules
  private let values: InterfaceBuilderValue
  private var scene = ForeignScene()
  private var taken: [ExactText: Int] = [:]

  init(_ elements: InterfaceBuilderElements, _ rules: InterfaceBuilderRules, _ values: InterfaceBuilderValue) {
    (self.elements, self.rules, self.values) = (elements, rules, values)
  }

  private var index: MarkupIndex { elements.index }

  mutating func build() throws(ForeignFault) -> ForeignScene {
    scene.text += "{\"format\": \"inspector-scene/1\", \"palette\": {".utf8
    let colors = values.colors.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }
    for (number, (name, color)) in colors.enumerated() {
      if number > 0 { scene.text += ", ".utf8 }
      JSONString.append(name, quotedTo: &scene.text)
      scene.text += Array(": \(PropertyValue.color(color).json.text())".utf8)
    }
    scene.text += "}, \"objects\": [".utf8
    let outermost = elements.outermost.flatMap(elements.objects)
    try write(outermost, below: nil)
    scene.text += "]}\n".utf8
    return scene
  }

  private mutating func write(_ objects: [(number: Int, holder: Int)], below parent: Int?) throws(ForeignFault) {
    for (place, (number, holder)) in objects.enumerated() {
      if place > 0 { scene.text += ",".utf8 }
      try write(number, in: holder, below: parent)
    }
  }

  private mutating func write(_ number: Int, in holder: Int, below parent: Int?) throws(ForeignFault) {
    let element = index.elements[number]
    guard let id = index.attribute("id", of: number), let span = index.span(of: "id", number) else { return }
    guard !id.isEmpty else {
      throw ForeignFault(
        ForeignRefusal.wrongMember("id", expected: "a text", found: "an empty one"), at: span.lowerBound)
    }
    if let first = taken.updateValue(span.lowerBound, forKey: ExactText(id)) {
      throw ForeignFault(SceneRefusal.duplicateID(id), at: span.lowerBound, related: first)
    }
    let listName = index.name(of: holder)
    let kind = InterfaceBuilderElements.lists.firstIndex(of: listName)
    var object = ForeignObject(offset: element.start, kind: kind ?? InterfaceBuilderElements.lists.count, id: id)
    object.idPlace = ForeignID(span: span, isNumber: false, prefix: "")
    (object.parent, object.list) = (parent, index.elements[holder].start)
    object.isSingle = kind == nil
    object.className = elements.className(of: number)
    let own = scene.objects.count
    scene.objects.append(object)
    writeHead(of: object, number)
    let children = elements.objects(in: number)
    if !children.isEmpty {
      scene.text += ", \"children\": [".utf8
      try write(children, below: own)
      scene.text += "]".utf8
    }
    scene.text += "}".utf8
  }

  /// Writes the members of an object in the scene, except for its children.
  private mutating func writeHead(of object: ForeignObject, _ number: Int) {
    scene.text += "\n{\"id\": ".utf8
    JSONString.append(object.id, quotedTo: &scene.text)
    scene.text += ", \"class\": ".utf8
    JSONString.append(object.className, quotedTo: &scene.text)
    if index.attribute("customClass", of: number) != nil {
      scene.text += ", \"base\": ".utf8
      JSONString.append(elements.ownClass(of: number), quotedTo: &scene.text)
    }
    if let name = index.attribute("userLabel", of: number) {
      scene.text += ", \"name\": ".utf8
      JSONString.append(name, quotedTo: &scene.text)
    }
    scene.text += ", \"attributes\": {".utf8
    let members = InterfaceBuilderWalk(number, elements, rules, values).members
    scene.note(members)
    for (place, leaf) in members.leaves.enumerated() {
      if place > 0 { scene.text += ", ".utf8 }
      JSONString.append(leaf.name, quotedTo: &scene.text)
      scene.text += ": ".utf8 + (leaf.text ?? [])
    }
    scene.text += "}".utf8
  }
}
