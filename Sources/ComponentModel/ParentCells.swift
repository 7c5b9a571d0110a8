package import InspectorKit
internal import JSONText

/// What a component's hooks may read of its parent: a cell for each name in `readsParent`.
package struct ParentCells: Hashable {
  package var cells: [StoredCell]

  /// The cells of an object at the top of a scene.
  package static func none(_ count: Int) -> ParentCells { ParentCells(cells: Array(repeating: .absent, count: count)) }

  /// Appends `,cell,cell…` to a row.
  package func append(to bytes: inout [UInt8]) {
    for cell in cells {
      bytes.append(UInt8(ascii: ","))
      switch cell {
      case .absent: bytes += Array("[]".utf8)
      case .value(nil): bytes += Array("null".utf8)
      case .value(let value?):
        bytes += Array("{\"\(value.type.rawValue)\":".utf8)
        value.appendJSON(to: &bytes)
        bytes.append(UInt8(ascii: "}"))
      }
    }
  }
}
