import InspectorKit
import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of the laws of Interface Builder documents.
struct InterfaceBuilderTests {
  private static let format = ShippedFormat.all.first { $0.isMarkup }

  private static func scene(_ text: String) throws -> SceneDocument {
    try FormatMaterial.document(Array(text.utf8), #require(format).format)
  }

  /// Returns a document with some objects, each on its own line.
  private static func document(_ objects: String, resources: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
        <objects>
            \(objects)
        </objects>\(resources)
    </document>

    """
  }

  // MARK: values

  /// Checks that setting each value changes only its span, and that undo restores every byte.
  @Test(arguments: FormatMaterial.markup)
  func settingAValueChangesItsBytesOnly(_ material: FormatMaterial) throws {
    let bytes = material.bytes
    let scene = try material.document()
    let format = try material.format.format
    let projection = try #require(scene.projection)
    var values = LegalValues(seed: 1, of: format)
    let leaves = scene.objects.flatMap { node in projection.members(of: node).leaves.map { (node, $0) } }
    #expect(material.isReal || leaves.count > 3)
    for (node, leaf) in material.isReal ? values.sample(leaves, 40) : leaves {
      let old = projection.sceneText(leaf)
      var new = values.value(of: leaf.type, like: old)
      while try JSON.parse(old) == JSON.parse(Array(new.utf8)) { new = values.value(of: leaf.type, like: old) }
      let undo = try scene.apply([.set(key: leaf.name, value: Array(new.utf8))], to: node)
      let edited = scene.bytes()
      let end = bytes.count - leaf.value.upperBound
      #expect(Array(edited[..<leaf.value.lowerBound]) == Array(bytes[..<leaf.value.lowerBound]), "\(leaf.name)")
      #expect(edited.suffix(end).elementsEqual(bytes.suffix(end)), "\(leaf.name)")
      let again = try FormatMaterial.document(edited, format)
      #expect(SceneShape.difference(SceneShape(scene), SceneShape(again)) == nil)
      let read = try #require(again.attribute(leaf.name, of: node))
      #expect(try Self.isSame(read, Array(new.utf8), leaf.type), "\(leaf.name): \(read.asText) for \(new)")
      _ = scene.restore(undo)
      #expect(scene.bytes() == bytes && !scene.isEdited)
    }
  }

  private static func isSame(_ a: [UInt8], _ b: [UInt8], _ type: String?) throws -> Bool {
    if type == "Color" { return ColorSpelling.color(a)?.color == ColorSpelling.color(b)?.color }
    let isSame = a.withUnsafeBytes { a in b.withUnsafeBytes { TextValue.areSame(a, $0) } }
    return try isSame || areSameMembers(JSON.parse(a), JSON.parse(b))
  }

  private static func areSameMembers(_ a: JSON, _ b: JSON) -> Bool {
    guard case .object(let a) = a, case .object(let b) = b, a.map(\.key) == b.map(\.key) else { return false }
    return zip(a, b).allSatisfy { number($0.value) == number($1.value) }
  }

  private static func number(_ value: JSON) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// Edits, each with the element before, the changes, and the element after.
  private static let edits: [(element: String, set: [(String, String?)], result: String)] = [
    (#"<view id="a" hidden="YES"/>"#, [("isHidden", "false")], #"<view id="a" hidden="NO"/>"#),
    (#"<view id="a" alpha="0.5" tag="1"/>"#, [("alpha", nil)], #"<view id="a" tag="1"/>"#),
    (#"<view id="a"/>"#, [("alpha", "0.25"), ("tag", "7")], #"<view id="a" alpha="0.25" tag="7"/>"#),
    (#"<view tag="1" id="a" />"#, [("alpha", "0")], #"<view tag="1" id="a" alpha="0.0" />"#),
    (
      #"<label id="a" text='x "y"'/>"#, [("text", #""'z' & <\n>""#)],
      #"<label id="a" text='&apos;z&apos; &amp; &lt;&#10;&gt;'/>"#
    ),
    (#"<label id="a" text="12"/>"#, [("text", #""13""#)], #"<label id="a" text="13"/>"#),
    (
      #"<view id="a"><color key="tintColor" white="0.5" alpha="1" colorSpace="calibratedWhite"/></view>"#,
      [("tintColor", ##""#FF0000""##)],
      #"<view id="a"><color key="tintColor" red="1" green="0.0" blue="0.0" alpha="1" colorSpace="calibratedRGB"/></view>"#
    ),
    (
      #"<view id="a"><color key="tintColor" white="0.5" alpha="1" colorSpace="calibratedWhite"/></view>"#,
      [("tintColor", #"{"white": 1, "alpha": 0.5}"#)],
      #"<view id="a"><color key="tintColor" white="1" alpha="0.5" colorSpace="calibratedWhite"/></view>"#
    ),
    (
      #"<view id="a"><color key="tintColor" systemColor="labelColor"/></view>"#, [("tintColor", ##""#FF000080""##)],
      #"<view id="a"><color key="tintColor" red="1" green="0.0" blue="0.0" alpha="0.5019607843137255" colorSpace="custom" customColorSpace="sRGB"/></view>"#
    ),
    (
      #"<view id="a"><color red="1" key="tintColor" green="0.20" blue="0.0" alpha="1"/></view>"#,
      [("tintColor", ##"{"red": 0, "green": 0.2, "blue": 0, "alpha": 1}"##)],
      #"<view id="a"><color red="0.0" key="tintColor" green="0.20" blue="0.0" alpha="1"/></view>"#
    ),
    (
      #"<label id="a"><nil key="textColor"/></label>"#, [("textColor", ##""white""##)],
      #"<label id="a"><color key="textColor" red="1" green="1" blue="1" alpha="1" colorSpace="custom" customColorSpace="sRGB"/></label>"#
    ),
    (
      "<view id=\"a\">\n                <rect key=\"frame\" x=\"0.0\" y=\"0.0\" width=\"5\" height=\"5\"/>\n                <connections/>\n            </view>",
      [("backgroundColor", ##""black""##)],
      "<view id=\"a\">\n                <rect key=\"frame\" x=\"0.0\" y=\"0.0\" width=\"5\" height=\"5\"/>\n                <color key=\"backgroundColor\" red=\"0.0\" green=\"0.0\" blue=\"0.0\" alpha=\"1\" colorSpace=\"custom\" customColorSpace=\"sRGB\"/>\n                <connections/>\n            </view>"
    ),
    (
      #"<view id="a" tag="1"/>"#, [("frame", #"{"x": 0, "y": 1.5, "width": 10, "height": 20}"#), ("tag", nil)],
      "<view id=\"a\">\n            <rect key=\"frame\" x=\"0.0\" y=\"1.5\" width=\"10\" height=\"20\"/>\n        </view>"
    ),
    (
      #"<view id="a" customClass="C"/>"#, [("newRadius", "4")],
      """
      <view id="a" customClass="C">
                  <userDefinedRuntimeAttributes>
                      <userDefinedRuntimeAttribute type="number" keyPath="newRadius">
                          <integer key="value" value="4"/>
                      </userDefinedRuntimeAttribute>
                  </userDefinedRuntimeAttributes>
              </view>
      """
    ),
    (
      #"<view id="a"><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="number" keyPath="n"><integer key="value" value="4"/></userDefinedRuntimeAttribute></userDefinedRuntimeAttributes></view>"#,
      [("n", "4.5")],
      #"<view id="a"><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="number" keyPath="n"><real key="value" value="4.5"/></userDefinedRuntimeAttribute></userDefinedRuntimeAttributes></view>"#
    ),
    (
      #"<view id="a"><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="boolean" keyPath="n" value="YES"/></userDefinedRuntimeAttributes></view>"#,
      [("n", nil)], #"<view id="a"></view>"#
    ),
    (
      #"<button id="a"><state key="normal" title="x"/></button>"#, [("title", #""y""#), ("titleColor", ##""black""##)],
      "<button id=\"a\"><state key=\"normal\" title=\"y\"><color key=\"titleColor\" red=\"0.0\" green=\"0.0\" blue=\"0.0\" alpha=\"1\" colorSpace=\"custom\" customColorSpace=\"sRGB\"/></state></button>"
    ),
    (
      #"<button id="a"/>"#, [("title", #""y""#)],
      "<button id=\"a\">\n            <state key=\"normal\" title=\"y\"/>\n        </button>"
    ),
    (
      #"<view id="a"><color key="tintColor" red="1.1000000000000001" green="0.5" blue="0.0" alpha="1" colorSpace="custom" customColorSpace="displayP3"/></view>"#,
      [("tintColor", #"{"red": 1, "green": 0.25, "blue": 0, "alpha": 1}"#)],
      #"<view id="a"><color key="tintColor" red="1.1000000000000001" green="0.25" blue="0.0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/></view>"#
    ),
    (
      "<label id=\"a\"><string key=\"text\">a\nb</string></label>", [("text", #""a & b""#)],
      #"<label id="a"><string key="text">a &amp; b</string></label>"#
    ),
    (
      #"<label id="a"><string key="text"/></label>"#, [("text", #""a""#)],
      #"<label id="a"><string key="text">a</string></label>"#
    ),
  ]

  @Test(arguments: edits.indices)
  func edit(_ number: Int) throws {
    let (element, changes, result) = Self.edits[number]
    let format = try #require(Self.format).format
    let text = Self.document(element)
    let scene = try Self.scene(text)
    scene.declaredType = { _, key in key == "newRadius" ? "Int" : nil }
    let undo = try scene.apply(
      changes.map { key, value in value.map { .set(key: key, value: Array($0.utf8)) } ?? .remove(key: key) },
      to: NodeIndex(0))
    #expect(scene.bytes().asText == Self.document(result))
    #expect(try SceneShape.difference(SceneShape(scene), SceneShape(reloaded(scene, format))) == nil)
    _ = scene.restore(undo)
    #expect(scene.bytes().asText == text)
  }

  /// Checks that a colour defined by the document is written by name, and a colour defined only by the system by its
  /// components.
  @Test func namedColors() throws {
    let scene = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") }).document()
    let card = try #require(scene.node(id: "Crd-Vw-001"))
    func text(_ value: String) throws -> String {
      _ = try scene.apply([.set(key: "backgroundColor", value: Array("\"\(value)\"".utf8))], to: card)
      let lines = scene.bytes().asText.split(separator: "\n").filter { $0.contains(#"key="backgroundColor""#) }
      #expect(
        try SceneShape.difference(SceneShape(scene), SceneShape(reloaded(scene, #require(Self.format).format))) == nil)
      return lines[0].drop { $0 == " " }.description
    }
    #expect(try text("Accent") == #"<color key="backgroundColor" name="Accent"/>"#)
    #expect(try text("systemBackgroundColor") == #"<color key="backgroundColor" systemColor="systemBackgroundColor"/>"#)
    let blue = #"red="0.0" green="0.47843137254901963" blue="1" alpha="1" colorSpace="custom" customColorSpace="sRGB""#
    #expect(try text("systemBlueColor") == "<color key=\"backgroundColor\" \(blue)/>")
    #expect(scene.attribute("backgroundColor", of: card)?.asText.contains("red") == true)
  }

  /// Refused edits, each with a part of the message.
  private static let refused: [(element: String, key: String, value: String, message: String)] = [
    (#"<label id="a" text="x"/>"#, "text", #""a\u0000""#, "control character"),
    (#"<view id="a"/>"#, "tint", #""a""#, "give its type"),
    (#"<view id="a"/>"#, "hidden", "true", "cannot be stored"),
    (#"<label id="a"/>"#, "fontSize", "12", "cannot be stored"),
    (
      #"<label id="a"><fontDescription key="fontDescription" style="UICTFontTextStyleBody"/></label>"#, "fontSize",
      "12", "cannot be stored"
    ),
    (#"<exit id="a"/>"#, "newRadius", "1", "cannot be stored"),
    (#"<view id="a"><color key="tintColor" white="0.5"/></view>"#, "tintColor", #""nope""#, "not a color"),
    (#"<view id="a" alpha="1"/>"#, "alpha", "null", "cannot become null"),
    (#"<view id="a" alpha="much"/>"#, "alpha", "1", "must be a number, found \"much\""),
    (#"<view id="a"><color key="tintColor" name="Brand"/></view>"#, "tintColor", #""red""#, "must be a color"),
  ]

  @Test(arguments: refused.indices)
  func refusedEdit(_ number: Int) throws {
    let (element, key, value, message) = Self.refused[number]
    let scene = try Self.scene(Self.document(element))
    scene.declaredType = { _, key in key == "newRadius" ? "Int" : nil }
    do throws(SceneError) {
      _ = try scene.apply([.set(key: key, value: Array(value.utf8))], to: NodeIndex(0))
      Issue.record("\(key) was set")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
    }
    #expect(!scene.isEdited)
  }

  // MARK: objects

  @Test func removingAnObjectRemovesWhatRefersToIt() throws {
    let scene = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") }).document()
    let card = try #require(scene.node(id: "Crd-Vw-001"))
    let undo = try scene.restructure([.remove(card)])
    let text = scene.bytes().asText
    #expect(!text.contains("Crd-Vw-001") && !text.contains("Lbl-Nm-001") && !text.contains("Cns-Sf-001"))
    #expect(text.contains("Lst-Vc-001"))
    _ = try scene.restore(undo)
    #expect(scene.node(id: "Cns-Sf-001") != nil)
    for required in ["Prf-Vc-001", "Con-Vw-001"] {
      let node = try #require(scene.node(id: required))
      #expect(throws: SceneError.self) { try scene.restructure([.remove(node)]) }
    }
  }

  /// Checks that an id equal to a word in other attributes is changed only in attributes that contain ids.
  @Test(arguments: ["top", "system", "card", "list", "normal", "greet:", "star", "leading"])
  func idsLikeOtherWords(_ id: String) throws {
    let material = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") })
    let scene = try material.document()
    let empty = try #require(scene.node(id: "Emp-Ty-001"))
    _ = try scene.restructure([.setID(id, of: empty)])
    let renamed = try #require(scene.node(id: id))
    _ = try scene.restructure([.duplicate(renamed, id: nil, at: nil)])
    _ = try scene.restructure([.setID("Emp-Ty-002", of: #require(scene.node(id: id)))])
    let other = String(decoding: material.bytes, as: UTF8.self).replacing("Emp-Ty-001", with: "Emp-Ty-002")
    let copy = scene.bytes().asText.split(separator: "\n").filter {
      !$0.contains("<view contentMode=\"scaleToFill\" id=")
    }
    #expect(copy == other.split(separator: "\n").filter { !$0.contains("<view contentMode=\"scaleToFill\" id=") })
  }

  /// Checks that ids of connections, guides and scenes cannot be reused.
  @Test(arguments: ["Act-Gr-001", "Saf-Ar-001", "Scn-e1-001", "Plc-Fr-001"])
  func idsOfOtherElements(_ id: String) throws {
    let scene = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") }).document()
    let empty = try #require(scene.node(id: "Emp-Ty-001"))
    #expect(throws: SceneError.self) { try scene.restructure([.setID(id, of: empty)]) }
    #expect(throws: SceneError.self) { try scene.restructure([.duplicate(empty, id: id, at: nil)]) }
  }

  @Test func constrainedObjectsStayInTheirList() throws {
    let scene = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") }).document()
    func node(_ id: String) throws -> NodeIndex { try #require(scene.node(id: id)) }
    do throws(SceneError) {
      _ = try scene.restructure([
        .move(scene.node(id: "Lbl-Nm-001") ?? NodeIndex(0), to: .last(in: scene.node(id: "Roo-tV-001")))
      ])
      Issue.record("a constrained label was moved")
    } catch {
      #expect(error.message.contains("'Cns-Ld-001', 'Cns-Tp-001'"), "\(error.message)")
    }
    _ = try scene.restructure([.move(node("Fld-Nm-001"), to: .last(in: node("Roo-tV-001")))])
    #expect(try scene.parent(node("Fld-Nm-001")) == node("Roo-tV-001"))
    #expect(throws: SceneError.self) {
      try scene.restructure([.move(node("Cns-Ht-001"), to: .last(in: node("Roo-tV-001")))])
    }
  }

  /// Checks that removing very many objects and the references to them is fast.
  @Test func removingManyObjects() throws {
    let views = (0..<4000).map { "<view id='v\($0)'/>" }.joined()
    let constraints = (0..<4000).map { "<constraint firstItem='v\($0)' secondItem='v\($0 / 2)' id='c\($0)'/>" }.joined()
    let scene = try Self.scene(
      Self.document("<view id='a'><subviews>\(views)</subviews><constraints>\(constraints)</constraints></view>"))
    let removed = scene.objects.filter { scene.id($0).hasPrefix("v") }
    let undo = try scene.restructure(removed.map { .remove($0) })
    #expect(scene.objects.map(scene.id) == ["a"])
    _ = try scene.restore(undo)
    #expect(scene.objectCount == 8001)
  }

  @Test func orderedSpans() {
    let spans = OrderedSpans([5..<9, 0..<2, 6..<7, 5..<9, 9..<12])
    #expect(spans.spans == [0..<2, 5..<9, 9..<12])
    #expect((0..<14).filter(spans.contains) == [0, 1, 5, 6, 7, 8, 9, 10, 11])
    #expect(spans.overlaps(1..<3) && !spans.overlaps(2..<5) && !spans.overlaps(12..<20) && spans.overlaps(3..<6))
  }

  @Test func aCopyHasItsOwnIDsAndReferences() throws {
    let material = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") })
    let scene = try material.document()
    let card = try #require(scene.node(id: "Crd-Vw-001"))
    _ = try scene.restructure([.duplicate(card, id: "copy", at: nil)])
    let copy = try #require(scene.node(id: "copy"))
    let text = scene.bytes().asText
    let index = try #require(scene.projection?.source.parsedMarkup().markup)
    let ids = index.elements.indices.compactMap { index.attribute("id", of: $0) }
    #expect(Set(ids).count == ids.count, "no id is there twice")
    let offset = try #require(scene.projection?.object(copy)?.offset)
    let element = try #require(index.element(at: offset))
    let inner = (element..<index.elements[element].next).flatMap { number in
      index.attributes(of: number).map { index.string($0.value) }
    }
    for old in ["Crd-Vw-001", "Lbl-Nm-001", "Btn-Ok-001", "Cns-Ht-001", "Act-Gr-001"] {
      #expect(text.contains(old) && !inner.contains("\"\(old)\""), "\(old)")
    }
    // The text outside the copy is equal in both.
    #expect(inner.contains("\"Prf-Vc-001\""))
  }

  @Test func renamingAnObjectRenamesReferences() throws {
    let scene = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") }).document()
    let label = try #require(scene.node(id: "Lbl-Nm-001"))
    _ = try scene.restructure([.setID("name", of: label)])
    let text = scene.bytes().asText
    #expect(!text.contains("Lbl-Nm-001"))
    #expect(text.contains(#"firstItem="name""#) && text.contains(#"secondItem="name""#))
  }

  /// Checks that a view without a subview list gets one when the first subview is moved into it.
  @Test func movingIntoAViewWithoutSubviews() throws {
    let scene = try #require(FormatMaterial.markup.first { $0.path.hasSuffix("profile.storyboard") }).document()
    func node(_ id: String) throws -> NodeIndex { try #require(scene.node(id: id)) }
    _ = try scene.restructure([.move(node("Fld-Nm-001"), to: .at(0, in: node("Emp-Ty-001")))])
    #expect(try scene.parent(node("Fld-Nm-001")) == node("Emp-Ty-001"))
    let lines = scene.bytes().asText.split(separator: "\n").map { $0.drop { $0 == " " } }
    let place = try #require(lines.firstIndex { $0.contains("Emp-Ty-001") })
    #expect(lines[place + 1] == "<subviews>" && lines[place + 2].hasPrefix("<textField"))
    #expect(lines[place...].prefix(9).contains("</subviews>"))
    _ = try scene.restructure([.duplicate(node("Seg-Ct-001"), id: nil, at: .last(in: node("Emp-Ty-001")))])
    #expect(throws: SceneError.self) {
      try scene.restructure([.move(node("Seg-Ct-001"), to: .last(in: node("Btn-Ok-001")))])
    }
    _ = try scene.restructure([.move(node("Fld-Nm-001"), to: .last(in: node("Crd-Vw-001")))])
  }

  // MARK: bad input

  /// Refused documents, each with a part of the message and the line.
  private static let bad: [(text: String, message: String, line: Int)] = [
    ("<document>\n<a></b></document>", "not well-formed: mismatched tag", 2),
    ("<document>", "not well-formed: no element found", 1),
    ("<!DOCTYPE x [<!ENTITY a 'b'>]><document/>", "document type", 1),
    ("<?xml version='1.0' encoding='ISO-8859-1'?><document/>", "ISO-8859-1", 1),
    ("<plist version='1.0'><dict/></plist>", "its outermost element must be a 'document'", 1),
    ("<document type='com.apple.InterfaceBuilder3.Cocoa.XIB'/>", "macOS", 1),
    ("{\"format\": \"inspector-scene/1\"}", "objects", 1),
    ("{\"a\": 1}", "must be XML", 1),
    (document("<view id='a'/>\n<view id='a'/>"), "'a'", 5),
    (document("<view id=''/>"), "'id' must be a text", 4),
    (document(String(repeating: "<view>", count: 600)), "nested more than 500", 4),
  ]

  @Test(arguments: bad.indices)
  func badDocument(_ number: Int) throws {
    let (text, message, line) = Self.bad[number]
    let format = try #require(Self.format).format
    do throws(SceneError) {
      _ = try SceneDocument(bytes: Array(text.utf8), name: "x.storyboard", of: ForeignFormats { [format] })
      Issue.record("\(text) was read")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
      #expect(error.line == line, "\(error.message)")
    }
  }

  @Test func theLastOfSeveralRuntimeAttributesIsInEffect() throws {
    func entry(_ value: String) -> String {
      #"<userDefinedRuntimeAttribute type="string" keyPath="k" value="\#(value)"/>"#
    }
    let text =
      #"<view id="a"><userDefinedRuntimeAttributes>\#(entry("1"))\#(entry("2"))</userDefinedRuntimeAttributes></view>"#
    let scene = try Self.scene(Self.document(text))
    #expect(scene.attribute("k", of: NodeIndex(0))?.asText == #""2""#)
    _ = try scene.apply([.set(key: "k", value: Array(#""3""#.utf8))], to: NodeIndex(0))
    #expect(scene.bytes().asText.contains(entry("1") + entry("3")))
    #expect(throws: SceneError.self) { try scene.apply([.remove(key: "k")], to: NodeIndex(0)) }
  }

  /// Checks that a document with very many values of one name, and of named colours, is read quickly.
  @Test func manyOfOneName() throws {
    let entries = String(
      repeating: #"<userDefinedRuntimeAttribute type="string" keyPath="k" value="v"/>"#, count: 20000)
    let views = String(repeating: "<view><color key='c' name='n19999'/></view>", count: 2000)
    let colors = (0..<20000).map { "<namedColor name='n\($0)'><color white='1'/></namedColor>" }.joined()
    let scene = try Self.scene(
      Self.document(
        "<view id='a'><userDefinedRuntimeAttributes>\(entries)</userDefinedRuntimeAttributes></view>"
          + views.replacing("<view>", with: "<view id='\u{1}'>").split(separator: "\u{1}").enumerated().map {
            "\($1)\($0)"
          }
          .joined().dropLast(4),
        resources: "<resources>\(colors)</resources>"))
    #expect(scene.projection?.members(of: NodeIndex(0)).leaves.count == 20000)
    #expect(scene.attribute("c", of: NodeIndex(2000))?.asText == #""n19999""#)
  }

  /// Checks that an invalid value does not prevent the removal of others, such as `tag`, which follows it.
  @Test func valuesOfAWrongFormDoNotHoldOthers() throws {
    let entry = #"<userDefinedRuntimeAttribute type="string" keyPath="alpha" value="v"/>"#
    let list = "<userDefinedRuntimeAttributes>\(entry)</userDefinedRuntimeAttributes>"
    let scene = try Self.scene(Self.document("<view id='a' alpha='much' tag='1'>\(list)</view>"))
    let members = try #require(scene.projection?.members(of: NodeIndex(0)))
    #expect(members.leaves.map(\.name) == ["tag", "userDefinedRuntimeAttributes.alpha"])
    #expect(members.leaves.allSatisfy { !$0.isNamesake })
    _ = try scene.apply([.remove(key: "tag")], to: NodeIndex(0))
    #expect(!scene.bytes().asText.contains("tag="))
  }

  @Test func referencesToNothing() throws {
    let scene = try Self.scene(
      Self.document("<view id='a'><constraints><constraint firstItem='a' secondItem='b' id='c'/></constraints></view>"))
    #expect(
      scene.unreadFiles.map(\.message) == [
        "'secondItem' refers to 'b', which is no id of the file; change or remove it"
      ])
    for material in FormatMaterial.markup where material.isReal { #expect(try material.document().unreadFiles.isEmpty) }
  }

  @Test func otherXMLIsNoScene() throws {
    let format = try #require(Self.format).format
    do throws(SceneError) {
      _ = try SceneDocument(bytes: Array("<html/>".utf8), name: "x.json", of: ForeignFormats { [format] })
      Issue.record("HTML was read")
    } catch {
      #expect(error.code == .jsonSyntax, "\(error.message)")
    }
  }

  // MARK: rules

  /// Checks that the documents have a place for every property that the plugin UIKit declares.
  @Test func everyPropertyOfUIKitHasARule() throws {
    let format = try #require(Self.format)
    let path = String(format.path.dropLast("InterfaceBuilder/interface-builder.inspector-format.json".count))
    let plugin = try JSON.parse(contents(path + "UIKit/uikit.inspector-plugin.json"))
    var reader = try FormatReader(path: format.path)
    _ = try reader.readInterfaceBuilder()
    let rules = try reader.interfaceBuilderRules()
    var missing: [String] = []
    for list in ["components", "extensions"] {
      guard case .array(let classes)? = plugin[list] else { continue }
      for component in classes {
        guard case .string(let name)? = component["extends"] ?? component["name"], name != "VisualEffectView",
          case .array(let properties)? = component["properties"]
        else { continue }
        let tag = name == "LayoutConstraint" ? "constraint" : name.prefix(1).lowercased() + name.dropFirst()
        for property in properties {
          guard case .string(let key)? = property["name"], case .string(let type)? = property["type"] else { continue }
          if rules.rule(named: key, in: tag)?.type != type { missing.append("\(name).\(key)") }
        }
      }
    }
    #expect(missing.isEmpty)
  }
}

/// Tests that compare real documents with scenes created from them by hand.
struct InterfaceBuilderCorpusTests {
  private static let materials = FormatMaterial.markup.filter(\.isReal)

  /// Checks that every object is read with its class, base, name, parent, and values.
  ///
  /// The scenes lack constraints, which are objects here, and many values. They use the files' names of values:
  /// `editable` instead of `isEditable` in the plugin UIKit.
  @Test(arguments: materials)
  func objectsAreThoseOfTheScene(_ material: FormatMaterial) throws {
    let folder = try #require(sharedFolder) + "/corpora/scenes-base/"
    let file = try #require(material.path.split(separator: "/").last)
    let name = try #require(file.split(separator: ".").first)
    let base = try SceneDocument.load(path: "\(folder)\(name).scene.json")
    let scene = try material.document()
    let names = ["editable": "isEditable", "translucent": "isTranslucent"]
    var (expected, found): ([String], [String]) = ([], [])
    for node in base.objects {
      expected.append(Self.words(base, node))
      guard let own = scene.node(id: base.id(node)) else {
        Issue.record("\(base.id(node)) is missing")
        continue
      }
      base.forEachAttribute(of: node) { key, value in
        let key = JSONString.decode(key)
        let isImage = key == "image" && (base.classBases[base.classID(node)] ?? base.className(node)) == "ImageView"
        let read = scene.attribute(isImage ? "imageName" : names[key] ?? key, of: own)
        let isSame = read.map { Self.isSame($0, Array(value)) } ?? false
        #expect(
          isSame, "\(base.id(node)).\(key): \(read?.asText ?? "nothing") for \(String(decoding: value, as: UTF8.self))")
        return true
      }
    }
    for node in scene.objects where scene.className(node) != "LayoutConstraint" {
      found.append(Self.words(scene, node))
    }
    #expect(expected == found)
  }

  private static func words(_ scene: SceneDocument, _ node: NodeIndex) -> String {
    let parent = scene.parent(node).map(scene.id) ?? "-"
    let base = scene.classBases[scene.classID(node)] ?? "-"
    return "\(parent) \(scene.id(node)) \(scene.className(node)) \(base) \(scene.objectName(node) ?? "-")"
  }

  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    func numbers(_ value: JSON) -> JSON {
      switch value {
      case .int(let number): .double(Double(number))
      case .object(let members): .object(members.map { .init($0.key, numbers($0.value)) })
      default: value
      }
    }
    guard let a = try? JSON.parse(a), let b = try? JSON.parse(b) else { return false }
    return numbers(a) == numbers(b)
  }
}
