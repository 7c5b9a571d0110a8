internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The elements of a document of Interface Builder, which it calls archive elements.
struct InterfaceBuilderElements {
  let index: MarkupIndex

  /// The elements that have ids and are no objects of a scene: connections, guides, and what stands for objects elsewhere.
  private static let others: Set<String> = [
    "action", "adaptation", "device", "exclude", "include", "layoutGuide", "outlet", "outletCollection", "placeholder",
    "segue", "viewControllerLayoutGuide", "viewLayoutGuide",
  ]

  /// The elements in which no objects are searched for.
  private static let closed: Set<String> = ["connections", "layoutGuides", "resources", "variation"]

  /// The elements whose children are objects, which are of one kind if they are in lists of one name.
  static let lists = [
    "objects", "subviews", "constraints", "cells", "sections", "prototypes", "items", "toolbarItems",
    "gestureRecognizers",
  ]

  init?(_ document: TextValue) {
    guard let index = document.markup else { return nil }
    self.index = index
  }

  /// Returns true if the outermost element is that of Interface Builder.
  var isInterfaceBuilder: Bool {
    !index.elements.isEmpty && index.isNamed(0, "document")
      && index.attribute("type", of: 0)?.contains("com.apple.InterfaceBuilder") == true
  }

  /// The targets of documents that are not read: Interface Builder for the Mac has other classes and other coordinates.
  var isForMac: Bool { index.attribute("type", of: 0)?.contains(".Cocoa.") == true }

  /// True if the document has scenes, each with its controller.
  var isStoryboard: Bool { !index.children(of: 0, named: "scenes").isEmpty }

  /// Returns true if an element is an object of a scene.
  func isObject(_ number: Int) -> Bool {
    index.attribute("id", of: number) != nil && !Self.others.contains(index.name(of: number))
  }

  /// Returns the objects in an element that are in no other object, each with the element that holds it.
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

  /// The lists of the outermost objects.
  var outermost: [Int] {
    let scenes = index.children(of: 0, named: "scenes").flatMap { index.children(of: $0, named: "scene") }
    return ([0] + scenes).flatMap { index.children(of: $0, named: "objects") }
  }

  /// The colours that the document defines: their names, their elements, and the attributes that name them.
  var colors: [(name: String, number: Int, key: String)] {
    index.children(of: 0, named: "resources").flatMap(index.children).compactMap { resource in
      guard let key = ["systemColor": "systemColor", "namedColor": "name"][index.name(of: resource)],
        let name = index.attribute("name", of: resource),
        let color = index.children(of: resource, named: "color").first
      else { return nil }
      return (name, color, key)
    }
  }

  /// Returns the span of all attributes of an element besides its key; nil if it has no others.
  func run(of number: Int) -> Range<Int>? {
    var attributes = index.attributes(of: number)
    // Interface Builder writes the key first. Anywhere else it is a part of the span, and stays as it is.
    if let first = attributes.first, index.text(first.name).elementsEqual("key".utf8) { attributes.removeFirst() }
    guard let first = attributes.first, let last = attributes.last else { return nil }
    return first.name.lowerBound..<last.value.upperBound
  }

  /// Returns the name of an object's class: that of the person, else the tag's.
  func className(of number: Int) -> String { index.attribute("customClass", of: number) ?? ownClass(of: number) }

  /// Returns the name of the class that an element has without a class of the person: `View` for `<view>`.
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

  /// Returns the attributes in an element that refer to objects, with the elements.
  func references(in number: Int) -> [(element: Int, attribute: MarkupIndex.Attribute, id: String)] {
    (number..<index.elements[number].next).flatMap { element in
      index.attributes(of: element).compactMap { attribute in
        guard Self.references.contains(index.string(attribute.name)) else { return nil }
        return (element, attribute, MarkupText.decoded(index.text(attribute.value).dropFirst().dropLast()))
      }
    }
  }

  /// Returns the element of the scene in which an element is; nil in a document without scenes.
  func scene(of number: Int) -> Int? {
    var place: Int? = number
    while let element = place, !index.isNamed(element, "scene") { place = index.elements[element].parent }
    return place
  }

  /// The elements that mean nothing without the object to which they refer.
  static let connections: Set<String> = [
    "constraint", "outlet", "action", "segue", "outletCollection", "exclude", "include",
  ]
}
