internal import InspectorKit
internal import JSONText

extension LayoutConstraint {
  /// The JSON Schema of a constraint in a scene: `Schemas/layout-constraint.schema.json` without the members that only
  /// a standalone document has.
  static var schema: JSON {
    [
      "type": "object",
      "properties": [
        "attribute": [
          "description": "An edge, a centre or a length of the object; leading is left and trailing is right.",
          "enum": .array(Attribute.allCases.map { .string($0.rawValue) }),
        ],
        "relation": [
          "description": "The comparison with the target; = if absent.",
          "enum": .array(Relation.allCases.map { .string($0.rawValue) }),
        ],
        "to": [
          "description":
            "The target: an attribute of the parent's bounds, of these less their margins of 8 points, of the object itself, of the size that its content needs, or of another object, which is kept and not solved. Absent for the constant alone.",
          "type": "string",
        ],
        "multiplier": [
          "description": "The factor of the target; 1 if absent.", "type": "number", "minimum": -1_000_000,
          "maximum": 1_000_000,
        ],
        "constant": [
          "description": "The length to add, in points; 0 if absent.", "type": "number", "minimum": -1_000_000_000,
          "maximum": 1_000_000_000,
        ],
        "priority": [
          "description": "1000, the default, is required; of the others, higher ones win.",
          "type": "integer",
          "minimum": 1, "maximum": 1000,
        ],
        "id": ["description": "A name by which people and edit scripts refer to the constraint.", "type": "string"],
      ], "required": ["attribute"], "additionalProperties": false, "allOf": .array(targetSchemas + selfSchemas),
    ]
  }

  /// The rules that limit an attribute's targets to attributes of the same kind: lengths for a length, and horizontal
  /// or vertical edges and centres for such an edge or centre.
  private static var targetSchemas: [JSON] {
    let all = Attribute.allCases
    let groups = [
      all.filter { $0.isLength }, all.filter { !$0.isLength && $0.isHorizontal },
      all.filter { !$0.isLength && !$0.isHorizontal },
    ]
    return groups.map { group in
      let names = group.map(\.rawValue).joined(separator: "|")
      let owners = "(parent|parent\\.margins|self|#.+)\\.(\(names))"
      let pattern = group.contains(.width) ? "^(\(owners)|intrinsic\\.(width|height))$" : "^\(owners)$"
      return [
        "if": ["properties": ["attribute": ["enum": .array(group.map { .string($0.rawValue) })]]],
        "then": ["properties": ["to": ["pattern": .string(pattern)]]],
      ]
    }
  }

  /// The rules that forbid comparing an attribute with itself.
  private static var selfSchemas: [JSON] {
    Attribute.allCases.map { attribute in
      [
        "not": [
          "properties": [
            "attribute": ["const": .string(attribute.rawValue)], "to": ["const": .string("self.\(attribute)")],
          ], "required": ["attribute", "to"],
        ]
      ]
    }
  }
}
