internal import SceneDocument

/// Edits that can be judged in one go: of one class, and of the same properties.
struct EditGroup: Hashable, Comparable {
  package var classID: Int
  package var places: [Int]

  package static func < (a: EditGroup, b: EditGroup) -> Bool {
    a.classID == b.classID ? a.places.lexicographicallyPrecedes(b.places) : a.classID < b.classID
  }
}

/// The places of edits in a list, by what can be judged in one go.
struct EditGroups {
  private let document: SceneDocument
  private var groups: [(group: EditGroup, places: [Int32])] = []
  private var numbers: [EditGroup: Int] = [:]

  /// The group that an edit of each class came to last.
  private var latest: [Int?]

  init(_ document: SceneDocument) {
    self.document = document
    latest = Array(repeating: nil, count: document.classNames.count)
  }

  mutating func add(_ edit: ObjectEdit, at place: Int) {
    let classID = document.classID(edit.node)
    if let number = latest[classID], edit.cells.lazy.map(\.place).elementsEqual(groups[number].group.places) {
      return groups[number].places.append(Int32(place))
    }
    let group = EditGroup(classID: classID, places: edit.cells.map(\.place))
    let number = numbers[group] ?? groups.count
    if number == groups.count { groups.append((group, [])) }
    groups[number].places.append(Int32(place))
    (numbers[group], latest[classID]) = (number, number)
  }

  /// All groups in one order, whatever that of the edits.
  var sorted: [(group: EditGroup, places: [Int32])] { groups.sorted { $0.group < $1.group } }
}

extension Array {
  /// Its elements in their order, so many at once.
  package func parts(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
