internal import InspectorKit
internal import JSONText
internal import SceneSessions

/// An object that was found, and the scene it was found in.
package struct FindRow {
  var scene: String
  var object: FoundObject

  /// The object's value in a column.
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
