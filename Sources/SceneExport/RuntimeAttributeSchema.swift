internal import InspectorKit
internal import JSONText

// The JSON Schema of an object's runtime attributes.
extension SceneSchema {
  static var runtimeAttributes: JSON {
    [
      "description":
        "The object's runtime attributes: typed values under key paths that no class declares, for the program that applies a bundle.",
      "type": "array",
      "items": [
        "type": "object",
        "properties": [
          "keyPath": [
            "description": "The path of the value, such as layer.zPosition; once in an object.", "type": "string",
            "minLength": 1,
          ],
          "type": [
            "description": "One of the eight types.", "enum": .array(types.map { .string($0.type.rawValue) }),
          ],
          "value": ["description": "A value of the type; null means no value."],
        ], "required": ["keyPath", "type", "value"],
        "allOf": .array(
          types.map { type, value in
            [
              "if": ["properties": ["type": ["const": .string(type.rawValue)]]],
              "then": ["properties": ["value": ["anyOf": [["type": "null"], value]]]],
            ]
          }),
      ],
    ]
  }

  private static let types: [(type: PropertyType, value: JSON)] = [
    (.int, ["$ref": "#/$defs/int"]), (.string, ["type": "string"]), (.double, ["$ref": "#/$defs/double"]),
    (.bool, ["type": "boolean"]), (.color, ["$ref": "#/$defs/color"]), (.point, ["$ref": "#/$defs/point"]),
    (.size, ["$ref": "#/$defs/size"]), (.rect, ["$ref": "#/$defs/rect"]),
  ]
}
