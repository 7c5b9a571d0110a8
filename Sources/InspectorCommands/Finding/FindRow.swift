internal import InspectorKit
internal import JSONText
internal import Workbench

/// An object that was found, and the scene it was found in.
struct FindRow {
  var scene: String
  var object: FoundObject

  /// What it has in a column.
  subscript(column: FindPlan.Column) -> ColumnValue {
    switch column {
    case .scene: .value(.string(FileName.shown(scene)))
    case .id: .value(.string(object.id))
    case .className: .value(.string(object.className))
    case .name: object.name.map { .value(.string($0)) } ?? .absent
    case .parent(let place), .property(let place): object.values[place]
    }
  }
}

extension ColumnValue {
  /// The value as JSON text; nil where there is none.
  var jsonText: String? {
    switch self {
    case .absent: nil
    case .unset: "null"
    case .value(let value): value.json.text()
    case .raw(let text): text
    }
  }

  /// The value as text for other programs; empty where there is none.
  var plainText: String {
    switch self {
    case .absent, .unset: ""
    case .value(.string(let text)): text
    case .value(let value): value.text
    case .raw(let text): text
    }
  }
}
