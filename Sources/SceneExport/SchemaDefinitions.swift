internal import InspectorKit
internal import JSONText

/// What all schemas of scenes share: colours in their forms, points and their kin, names, versions.
enum SchemaDefinitions {
  /// What becomes of a colour that a person types; `Schemas/scene.schema.json` has it too.
  private static let storing =
    "A function that a person types is stored as typed where this grammar has it, else as '#RRGGBBAA' where that is exact, else as components; a value that was hex digits or components stays so where it can."

  static let all: [JSON.Member] = [
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
    // In lower case, for editors to offer; `colorText` takes any case.
    .init("colorName", ["enum": .array(Color.names.map(JSON.string))]),
    .init("colorText", ["type": "string", "pattern": .string(ColorPattern.text)]),
    // Letters beyond ASCII are taken as they come: not every validator knows Unicode's classes.
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
}
