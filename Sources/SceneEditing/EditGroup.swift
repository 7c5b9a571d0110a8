internal import SceneDocument

/// Edits that can be judged in one go: of one class, and of the same properties.
struct EditGroup: Hashable, Comparable {
  package var classID: Int
  package var places: [Int]

  init(_ edit: ObjectEdit, _ model: SceneModel) {
    classID = model.document.classID(edit.node)
    places = edit.cells.map(\.place)
  }

  package static func < (a: EditGroup, b: EditGroup) -> Bool {
    a.classID == b.classID ? a.places.lexicographicallyPrecedes(b.places) : a.classID < b.classID
  }
}

extension Array {
  /// Its elements in their order, so many at once.
  package func parts(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
