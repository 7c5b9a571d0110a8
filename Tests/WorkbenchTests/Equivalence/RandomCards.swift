/// A reproducible generator of scenes with classes of ``Rules`` in random layouts, and of edits of these scenes.
struct RandomCards {
  private var state: UInt64
  private var count = 0
  private let style: Int
  private let classes: [String]

  init(seed: Int, classes: [String] = Self.classes) {
    self.classes = classes
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    style = seed % 3
  }

  /// Returns a random number below `bound`, by Marsaglia's xorshift.
  private mutating func roll(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private mutating func pick(_ words: [String]) -> String { words[roll(words.count)] }

  // MARK: scenes

  static let classes = [
    "View", "Slider", "Rating", "Derived", "Translucent", "Tinted", "Moody", "Narrow", "Plain", "Nosy", "Diary",
    "Picky",
  ]

  /// The stored values to try for each property, valid and invalid.
  private static let values: [String: [String]] = [
    "tag": ["0", "7", "-12", "9223372036854775807"], "alpha": ["0.5", "2", "-1", "1e0"],
    "isHidden": ["true", "false"],
    "backgroundColor": [##""#336699""##, #""brand""#, #""red""#, "null", #"{"white": 0.5}"#],
    "frame": [
      #"{"x":1,"y":2,"width":3,"height":4}"#, #"{ "height": 4.0, "width": 3, "y": 2e0, "x": 1 }"#, #"{"x":1}"#,
    ], "layer.cornerRadius": ["4", "4.50"], "value": ["0.25", "3"], "maximumValue": ["1", "0.125"],
    "stars": ["4", "0", "5.0"], "scale": ["3", "11"], "fillMode": ["0", "1", "2"], "source": ["2", "3"],
    "double": ["4", "5"], "isTranslucent": ["true", "false"], "inherits": ["true", "false"], "mood": ["1", "13"],
    "small": ["100", "300"], "single": ["0.5"], "maybe": ["null", "1"], "count": ["1", "2"],
    "offset": [#"{"x":0,"y":1.50}"#, #"{"y":1,"x":0}"#], "looks": ["true", "false"], "first": ["1"], "second": ["2"],
    "pages": [#""""#, #""a\nb""#], "nonsense": ["1", #"[{"a":"]"}]"#],
  ]

  private static let names: [String: [String]] = [
    "Slider": ["value", "maximumValue"], "Rating": ["stars", "scale", "fillMode"], "Derived": ["source", "double"],
    "Translucent": ["isTranslucent"], "Tinted": ["inherits"], "Moody": ["mood"],
    "Narrow": ["small", "single", "maybe"], "Plain": ["count", "offset"], "Nosy": ["looks"],
    "Diary": ["first", "second", "pages"],
  ]

  private static let ofViews = ["tag", "alpha", "isHidden", "backgroundColor", "frame", "layer.cornerRadius"]

  private static func names(of className: String) -> [String] {
    (names[className] ?? []) + (["Narrow", "Plain", "Diary"].contains(className) ? [] : ofViews)
  }

  mutating func scene(objects: Int) -> String {
    count = 0
    var parts: [String] = []
    while count < objects { parts.append(object(depth: 0, of: objects)) }
    let members = [
      #""format"\#(colon)"inspector-scene/1""#, ##""palette"\##(colon){"brand":"#11223344"}"##,
      #""objects"\#(colon)[\#(lead(1))\#(parts.joined(separator: ",\(lead(1))"))\#(lead(0))]"#,
    ]
    // Colours may be defined before or after the objects that use them.
    let order = roll(2) == 0 ? [0, 1, 2] : [0, 2, 1]
    return "{" + order.map { members[$0] }.joined(separator: "," + lead(0)) + "}\n"
  }

  private var colon: String { style == 0 ? ":" : ": " }

  private func lead(_ depth: Int) -> String {
    style == 0 ? "" : style == 1 ? " " : "\n" + String(repeating: "  ", count: depth)
  }

  private mutating func object(depth: Int, of objects: Int) -> String {
    count += 1
    let id = "n\(count)"
    let className = pick(classes)
    var members = [#""id"\#(colon)"\#(id)""#, #""class"\#(colon)"\#(className)""#]
    var attributes: [String] = []
    for name in Self.names(of: className) + ["nonsense"] where roll(3) == 0 {
      attributes.append(#""\#(name)"\#(colon)\#(pick(Self.values[name] ?? ["1"]))"#)
    }
    if !attributes.isEmpty || roll(3) == 0 {
      let text = attributes.joined(separator: "," + lead(depth + 2))
      members.append(#""attributes"\#(colon){\#(lead(depth + 2))\#(text)\#(lead(depth + 1))}"#)
    }
    if depth < 4, roll(2) == 0 {
      var children: [String] = []
      while children.isEmpty || (count < objects && roll(3) > 0) {
        children.append(object(depth: depth + 1, of: objects))
      }
      let text = children.joined(separator: "," + lead(depth + 2))
      members.append(#""children"\#(colon)[\#(lead(depth + 2))\#(text)\#(lead(depth + 1))]"#)
    }
    // Attributes may stand before the class, and after the children.
    if roll(4) == 0 { members.swapAt(roll(members.count), roll(members.count)) }
    return "{" + members.joined(separator: "," + lead(depth + 1)) + "}"
  }

  // MARK: edits

  /// Returns an edit of properties that child classes read, some of which refuse the edit.
  mutating func editOfParents() -> (selector: String, name: String, operation: String, value: String) {
    let (name, value) = [("tag", "7"), ("backgroundColor", "#445566"), ("tag", "8")][roll(3)]
    return (pick(Self.classes + ["View", "View", "*"]), name, "=", value)
  }

  /// Returns a random selector and assignment.
  mutating func edit() -> (selector: String, name: String, operation: String, value: String) {
    let className = pick(classes)
    let name = pick(Self.names(of: className) + ["tag"])
    let selector = pick([className, className, ":kind(\(className))", "\(className)[\(name)]", "*"])
    switch roll(6) {
    case 0: return (selector, name, pick(["reset", "unset"]), "")
    case 1: return (selector, name, pick(["+=", "*=", "-="]), pick(["2", "0.5", "100"]))
    case 2:
      let part = pick(["frame.x", "frame.width", "backgroundColor.alpha"])
      return (selector, part, pick(["=", "+="]), pick(["1", "0.25"]))
    default:
      return (
        selector, name, "=",
        pick(["0", "1", "7", "13", "300", "0.5", "1e1", "true", "#445566", "brand", "1,2", "1,2 3x4", "text"])
      )
    }
  }
}
