import InspectorKit
import JSONText

// The definitions that all scene schemas share: colours in their forms, numbers, points, sizes, rectangles, names,
// versions.
extension SceneSchema {
  /// The description of the stored form of a typed colour. `Schemas/scene.schema.json` also contains it.
  private static let storing =
    "A function that a person types is stored as typed where this grammar has it, else as '#RRGGBBAA' where that is exact, else as components; a value that was hex digits or components stays so where it can."

  static let definitions: [JSON.Member] = [
    .init(
      "color",
      [
        "description": .string(
          "A colour: '#RRGGBB', a name of the palette or of CSS, rgb(), hsl(), or components from 0 to 1. \(storing)"),
        "anyOf": [
          ["$ref": "#/$defs/colorName"], ["$ref": "#/$defs/colorText"], ["$ref": "#/$defs/paletteName"],
          ["$ref": "#/$defs/components"],
        ],
      ]),
    .init(
      "paletteColor",
      [
        "description": .string(
          "A colour: '#RRGGBB', a name of CSS, rgb(), hsl(), or components from 0 to 1. \(storing)"),
        "anyOf": [
          ["$ref": "#/$defs/colorName"], ["$ref": "#/$defs/colorText"], ["$ref": "#/$defs/components"],
        ],
      ]),
    // In lower case, as suggestions for editors; `colorText` accepts any case.
    .init("colorName", ["enum": .array(Color.names.map(JSON.string))]),
    .init("colorText", ["type": "string", "pattern": .string(colorPattern)]),
    // All characters beyond ASCII are accepted: not every validator knows Unicode's classes.
    .init(
      "paletteName", ["type": "string", "pattern": #"^[^\s!-@\[-^`{-~][^\s!-,./:-@\[-^`{-~]*$"#]),
    .init(
      "components",
      [
        "anyOf": [
          numbers(["red", "green", "blue", "alpha"], required: 3, from: 0, to: 1),
          numbers(["white", "alpha"], required: 1, from: 0, to: 1),
        ]
      ]),
    .init("int", ["type": "integer", "minimum": .int(.min), "maximum": .int(.max)]),
    .init("double", number(from: -greatest, to: greatest)), .init("point", numbers(["x", "y"], required: 2)),
    .init("size", numbers(["width", "height"], required: 2)),
    .init("rect", numbers(["x", "y", "width", "height"], required: 4)),
    .init(
      "versions",
      [
        "type": "string",
        "pattern": #"^[ ,]*(((>=|<=|>|<|=)?[0-9]{1,18}(\.[0-9]{1,18}){0,2}|\*)([ ,]+|$))*$"#, "examples": [">=1.0 <2"],
      ]),
  ]

  private static let greatest = Double.greatestFiniteMagnitude

  private static func number(from least: Double, to most: Double) -> JSON {
    ["type": "number", "minimum": .double(least), "maximum": .double(most)]
  }

  private static func numbers(
    _ names: [String], required count: Int, from least: Double = -greatest, to most: Double = greatest
  ) -> JSON {
    [
      "type": "object", "properties": .object(names.map { .init($0, number(from: least, to: most)) }),
      "required": .array(names.prefix(count).map(JSON.string)), "additionalProperties": .bool(false),
    ]
  }

  // MARK: the regular expression of a colour's text forms

  // The pattern is for ECMA 262 without flags, so it has each letter in both cases.

  /// A pattern for hex digits, functions and CSS names, with or without whitespace around them.
  private static let colorPattern: String = {
    let hex = "#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})"
    let forms = [hex] + functions + Color.names.map(anyCase)
    return "^\(blank)*(\(forms.joined(separator: "|")))\(blank)*$"
  }()

  private static let blank = #"[ \t\n\f\r]"#
  private static let digits = #"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([Ee][+-]?[0-9]+)?"#

  /// The pattern of a number with a point or an exponent. A second point after it begins the next number.
  private static let fraction = #"[+-]?([0-9]*\.[0-9]+([Ee][+-]?[0-9]+)?|[0-9]+[Ee][+-]?[0-9]+)"#

  private static let functions: [String] = {
    let (rgb, hsl, none) = (anyCase("rgb"), anyCase("hsl"), anyCase("none"))
    let units = ["deg", "grad", "rad", "turn"].map(anyCase).joined(separator: "|")
    let last = "(\(digits)%?|\(none))"
    // A percentage ends by itself; anything else ends with whitespace or the first character of the next number.
    let afterWord = "(\(blank)+|(?=[+.]))"
    let single = "\(digits)(\(blank)+|(?=[+-]))|\(fraction)(?=\\.)|\(none)\(afterWord)"
    let inner = "(\(digits)%\(blank)*|\(single))"
    let hue = "(\(digits)(\(units))\(afterWord)|\(single))"
    let end = "\(blank)*(/\(blank)*\(last)\(blank)*)?"
    func list(_ units: [String]) -> String {
      blank + "*" + units.map { digits + $0 + blank + "*" }.joined(separator: ",\(blank)*")
    }
    let opacity = "(,\(blank)*\(digits)%?\(blank)*)?"
    return [
      "\(rgb)[Aa]?\\(\(blank)*\(inner){2}\(last)\(end)\\)", "\(hsl)[Aa]?\\(\(blank)*\(hue)\(inner)\(last)\(end)\\)",
      "\(rgb)[Aa]?\\(\(list(["", "", ""]))\(opacity)\\)", "\(rgb)[Aa]?\\(\(list(["%", "%", "%"]))\(opacity)\\)",
      "\(hsl)[Aa]?\\(\(list(["(\(units))?", "%", "%"]))\(opacity)\\)",
    ]
  }()

  /// Returns a pattern that matches a word in upper, lower or mixed case.
  private static func anyCase(_ word: String) -> String {
    word.map { "[\($0.uppercased())\($0)]" }.joined()
  }
}
