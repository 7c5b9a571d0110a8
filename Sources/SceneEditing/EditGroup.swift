internal import SceneDocument

/// A numbering of lists of property indices, in the order of their first occurrence. Equal lists for the same class
/// have the same number.
struct SharedPlaces<Place: Hashable> {
  struct List: Hashable {
    var classID: Int
    var places: [Place]
  }

  private(set) var lists: [List] = []
  private var numbers: [List: Int] = [:]

  /// The number of the most recently used list of each class, indexed by class ID; nil for a class without lists.
  private var latest: [Int?]

  init(classCount: Int) { latest = Array(repeating: nil, count: classCount) }

  /// Returns the number of a list; equal lists of the same class share a number.
  mutating func number(ofClass classID: Int, _ places: some Collection<Place>) -> Int {
    if let number = latest[classID], lists[number].places.elementsEqual(places) { return number }
    let list = List(classID: classID, places: Array(places))
    let number = numbers[list] ?? lists.count
    if number == lists.count { lists.append(list) }
    (numbers[list], latest[classID]) = (number, number)
    return number
  }
}

/// Edits in groups that components can judge in one batch. The edits of a group set the same properties of objects of
/// one class.
struct EditGroups {
  private let document: SceneDocument
  private var groups: SharedPlaces<Int>
  private var places: [[Int32]] = []

  init(_ document: SceneDocument) {
    self.document = document
    groups = SharedPlaces(classCount: document.classNames.count)
  }

  /// Adds an edit to the group for its class and its properties.
  ///
  /// - Parameter place: the index of the edit in the caller's list.
  mutating func add(_ edit: ObjectEdit, at place: Int) {
    let number = groups.number(ofClass: document.classID(edit.node), edit.cells.lazy.map(\.place))
    if number == places.count { places.append([]) }
    places[number].append(Int32(place))
  }

  /// All groups with the indices of their edits, sorted by class and then by the indices of the properties.
  var sorted: [(group: SharedPlaces<Int>.List, places: [Int32])] {
    zip(groups.lists, places).map { ($0, $1) }.sorted { first, second in
      let (a, b) = (first.0, second.0)
      return a.classID == b.classID ? a.places.lexicographicallyPrecedes(b.places) : a.classID < b.classID
    }
  }
}

extension Array {
  /// Splits the array into slices of at most `size` elements, in order.
  package func parts(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
