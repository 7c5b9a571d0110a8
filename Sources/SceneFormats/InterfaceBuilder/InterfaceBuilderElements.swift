internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The XML elements of an Interface Builder document, called archive elements there.
struct InterfaceBuilderElements {
  let index: MarkupIndex

  /// The tags of the elements that have an id but are not objects of a scene: connections, guides and placeholders.
  private static let others: Set<String> = [
    "action", "adaptation", "device", "exclude", "include", "layoutGuide", "outlet", "outletCollection", "placeholder",
    "segue", "viewControllerLayoutGuide", "viewLayoutGuide",
  ]

  /// The tags of the elements that are not searched for objects.
  private static let closed: Set<String> = ["connections", "layoutGuides", "resources", "variation"]

  /// The tags of the lists of objects. Objects in lists with the same tag are of the same kind.
  static let lists = [
    "objects", "subviews", "constraints", "cells", "sections", "prototypes", "items", "toolbarItems",
    "gestureRecognizers",
  ]

  init?(_ document: TextValue) {
    guard let index = document.markup else { return nil }
    self.index = index
  }

  /// True if the outermost element is that of an Interface Builder document.
  var isInterfaceBuilder: Bool {
    !index.elements.isEmpty && index.isNamed(0, "document")
      && index.attribute("type", of: 0)?.contains("com.apple.InterfaceBuilder") == true
  }

  /// True if the document is for macOS. Such documents are not read, since their classes and coordinates are different.
  var isForMac: Bool { index.attribute("type", of: 0)?.contains(".Cocoa.") == true }

  /// True if the document is a storyboard, which has scenes with one controller each.
  var isStoryboard: Bool { !index.children(of: 0, named: "scenes").isEmpty }

  /// Returns true if an element is an object of a scene.
  func isObject(_ number: Int) -> Bool {
    index.attribute("id", of: number) != nil && !Self.others.contains(index.name(of: number))
  }

  /// Returns the outermost objects within an element, each with the element that directly contains it.
  func objects(in number: Int) -> [(number: Int, holder: Int)] {
    var found: [(number: Int, holder: Int)] = []
    for child in index.children(of: number) where !Self.closed.contains(index.name(of: child)) {
      if isObject(child) {
        found.append((child, number))
      } else {
        found += objects(in: child)
      }
    }
    return found
  }

  /// The `objects` elements with the outermost objects of the document and its scenes.
  var outermost: [Int] {
    let scenes = index.children(of: 0, named: "scenes").flatMap { index.children(of: $0, named: "scene") }
    return ([0] + scenes).flatMap { index.children(of: $0, named: "objects") }
  }

  /// The colours that the document defines, each with its name, its element, and the attribute for references to it.
  var colors: [(name: String, number: Int, key: String)] {
    index.children(of: 0, named: "resources").flatMap(index.children).compactMap { resource in
      guard let key = ["systemColor": "systemColor", "namedColor": "name"][index.name(of: resource)],
        let name = index.attribute("name", of: resource),
        let color = index.children(of: resource, named: "color").first
      else { return nil }
      return (name, color, key)
    }
  }

  /// Returns the span of an element's attributes without a leading `key`; nil if there are no other attributes.
  func run(of number: Int) -> Range<Int>? {
    var attributes = index.attributes(of: number)
    // Interface Builder writes the key first. In any other position, the key is part of the span and is left unchanged.
    if let first = attributes.first, index.text(first.name).elementsEqual("key".utf8) { attributes.removeFirst() }
    guard let first = attributes.first, let last = attributes.last else { return nil }
    return first.name.lowerBound..<last.value.upperBound
  }

  /// Returns the name of an object's class: its custom class or, if it has none, the class of its tag.
  func className(of number: Int) -> String { index.attribute("customClass", of: number) ?? ownClass(of: number) }

  /// Returns the name of the class for an element's tag, regardless of a custom class: `View` for `<view>`.
  func ownClass(of number: Int) -> String {
    let name = index.name(of: number)
    return name == "constraint" ? "LayoutConstraint" : name.prefix(1).uppercased() + name.dropFirst()
  }

  // MARK: references

  /// The attributes whose values are ids of elements.
  private static let references: Set<String> = [
    "collectionViewCell", "destination", "detailTextLabel", "firstItem", "imageView",
    "initialViewController", "popoverAnchorBarButtonItem", "popoverAnchorView", "ref", "reference", "secondItem",
    "tableViewCell", "textLabel",
  ]

  /// Returns the attributes that refer to elements by id, in an element and its descendants.
  func references(in number: Int) -> [(element: Int, attribute: MarkupIndex.Attribute, id: String)] {
    (number..<index.elements[number].next).flatMap { element in
      index.attributes(of: element).compactMap { attribute in
        guard Self.references.contains(index.string(attribute.name)) else { return nil }
        return (element, attribute, MarkupText.decoded(index.text(attribute.value).dropFirst().dropLast()))
      }
    }
  }

  /// Returns the `scene` element that contains an element; nil if there is none.
  func scene(of number: Int) -> Int? {
    var place: Int? = number
    while let element = place, !index.isNamed(element, "scene") { place = index.elements[element].parent }
    return place
  }

  /// The tags of the elements that have no meaning without the object to which they refer.
  static let connections: Set<String> = [
    "constraint", "outlet", "action", "segue", "outletCollection", "exclude", "include",
  ]
}
