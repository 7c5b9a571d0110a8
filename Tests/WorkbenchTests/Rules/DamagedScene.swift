import InspectorKit
import TestSupport

/// Components whose hooks change, reject and derive values, and whose properties have several keys.
enum Gadgets: InspectorPlugin {
  static var components: [Component.Type] { [Gadget.self, GadgetExtension.self] }
}

@Component final class Gadget: Component {
  @Inspectable var origin = Point(x: 1, y: 2) { didSet { if origin.x < 0 { origin.x = 0 } } }
  @Inspectable(aliases: ["box"]) var area = Rect(x: 1, y: 2, width: 30, height: 40) {
    didSet { if area.width > 50 { area.width = 50 } }
  }
  @Inspectable var extent = Size(width: 3, height: 4)
  @Inspectable(range: 0.05...0.95, aliases: ["part"]) var share = 0.5
  @Inspectable var level = 10.0 {
    didSet {
      if level > 100 { level = 100 }
      if level == 13 { reject("13 is not to be had") }
      derived = level * 2
    }
  }
  @Inspectable var derived = 20.0
  @Inspectable(aliases: ["strokeWidth", "pen"]) var count = 3
  @Inspectable var tint = Color(red: 0.2, green: 0.4, blue: 1) { didSet { if tint.alpha < 0.5 { tint.alpha = 0.5 } } }
  @Inspectable(aliases: ["gloom"]) var shade: Color?
  @Inspectable var spot: Point?
  @Inspectable var title = "a"
  @Inspectable var isOn = false
}

@Component(extends: "Gadget") final class GadgetExtension: Component {
  @Inspectable(aliasOf: "count") var breadth = 3
  @Inspectable(aliasOf: "level") var height = 10.0

  /// Writes another property of the object.
  @Inspectable var isTall: Bool {
    get { height > 50 }
    set { if newValue { height = 80 } }
  }
}

/// A reproducible random scene of gadgets in a random layout: with valid and invalid values in every notation, several
/// keys of one property, and objects of unknown classes.
struct DamagedScene {
  private(set) var text = ""
  private var generator: SeededGenerator
  private let layout: Layout

  private enum Layout: Int, CaseIterable { case compact, spaced, lines, carriageReturns, commaFirst, anything }

  init(seed: Int, objects: Int) {
    generator = SeededGenerator(seed: UInt64(seed))
    layout = Layout(rawValue: seed % Layout.allCases.count) ?? .compact
    let list = (0..<objects).map { object($0) }
    let palette = braces([##""brand"\##(colon())"#3366FF""##, #""worn"\#(colon()){"x":1}"#], 1)
    text = braces(
      [#""format"\#(colon())"inspector-scene/1""#, #""palette"\#(colon())\#(palette)"#]
        + [#""objects"\#(colon())[\#(lead(1))\#(list.joined(separator: comma(1)))\#(lead(0))]"#], 0)
  }

  /// The stored values to try for each key.
  static let values: [String: [String]] = [
    "origin": [#"{"x":-5.50,"y":2}"#, #"{ "y" : 1e0, "x": 1.0 }"#, #"{"x":1}"#, #"{"x":1,"y":"2"}"#, "[1,2]"],
    "area": [
      #"{"x":1.0,"y":2,"width":3e0,"height":4}"#, #"{ "height":4, "width": 80.50, "y":0, "\u0078":-0 }"#,
      #"{"x":10,"y":20,"width":100}"#, #"{"x":1,"y":2,"width":3,"height":"400"}"#,
      #"{"x":1,"y":2,"width":3,"height":4,"z":1}"#, #""none""#, "null",
      "{}",
    ],
    "extent": [#"{"width":1.50,"height":2}"#, #"{"width":1}"#, "7"],
    "share": ["0.5", "0.50", "1.2", #""0.5""#, "{}", "1e-1"],
    "level": ["20", "500", "13", "6.50", #""much""#, "1e2", "-0"],
    "derived": ["40", "1.0"], "count": ["4", "3.0", "{}", #""3""#, "-0", "9007199254740993"],
    "tint": [
      #""brand""#, ##""#36f""##, ##""#3366FF80""##, #""rebeccapurple""#, #""rgb(51 102 255 / 42%)""#, #""bl\u0075e""#,
      #"{"red":0.50,"green":0,"blue":1.0}"#, #"{"red":1,"green":0,"blue":0,"alpha":0.25}"#, #"{ "white" : 0.50 }"#,
      #"{"x":1}"#, #"{"white":0.5,"red":1}"#, #"{"red":2,"green":0,"blue":0}"#, #""brnad""#, #""worn""#, "5", "null",
    ],
    "shade": [##""#123""##, "null", #""nil""#, #"{"white":1,"alpha":0.50}"#, "[]"],
    "spot": [#"{"x":1.50,"y":2}"#, "null", #"{"x":1}"#, "true"],
    "title": [#""a\/b""#, #""caf\u00e9""#, #""""#, "7", "null"], "isOn": ["true", "false", "1"],
    "isTall": ["true", "false", #""yes""#], "stray": [#"[{"a":"]"}]"#, "1.0"],
  ]

  /// The alternative keys of properties.
  static let otherKeys = [
    "area": ["box"], "share": ["part"], "count": ["strokeWidth", "pen", "breadth"], "shade": ["gloom"],
    "level": ["height"],
  ]

  /// The components of composed properties.
  static let components = [
    "origin": ["x", "y"], "spot": ["x", "y"], "extent": ["width", "height"], "area": ["x", "y", "width", "height"],
    "tint": ["red", "green", "blue", "alpha"], "shade": ["red", "green", "blue", "alpha"],
  ]

  mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &generator)] }

  mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func object(_ number: Int) -> String {
    var attributes: [String] = []
    for (name, values) in Self.values.sorted(by: { $0.key < $1.key }) {
      for key in [name] + (Self.otherKeys[name] ?? []) where roll(0...(key == name ? 1 : 7)) == 0 {
        attributes.append("\"\(key)\"\(colon())\(pick(values))")
      }
    }
    attributes.shuffle(using: &generator)
    let className = roll(0...9) == 0 ? #""Ufo","base":"Pod""# : #""Gadget""#
    var members = [#""id"\#(colon())"g\#(number)""#, #""class"\#(colon())\#(className)"#]
    if !attributes.isEmpty || roll(0...1) == 0 {
      members.append(#""attributes"\#(colon())\#(braces(attributes, 2))"#)
    }
    return braces(members, 1)
  }

  private mutating func braces(_ members: [String], _ depth: Int) -> String {
    "{\(lead(depth + 1))\(members.joined(separator: comma(depth + 1)))\(lead(depth))}"
  }

  private mutating func colon() -> String {
    switch layout {
    case .compact: ":"
    case .anything: "\(blanks()):\(blanks())"
    default: ": "
    }
  }

  private mutating func comma(_ depth: Int) -> String {
    switch layout {
    case .commaFirst: "\(lead(depth)), "
    case .anything: "\(blanks()),\(blanks())"
    default: ",\(lead(depth))"
    }
  }

  private mutating func lead(_ depth: Int) -> String {
    let indentation = String(repeating: "  ", count: depth)
    switch layout {
    case .compact: return ""
    case .spaced: return " "
    case .lines, .commaFirst: return "\n" + indentation
    case .carriageReturns: return "\r\n" + indentation
    case .anything: return blanks()
    }
  }

  private mutating func blanks() -> String {
    (0..<roll(0...2)).map { _ in pick([" ", "\t", "\n", "\r\n"]) }.joined()
  }
}
