internal import SceneDocument

/// Lists of places that objects of one class share, each numbered when it comes first.
struct SharedPlaces<Place: Hashable> {
  struct List: Hashable {
    var classID: Int
    var places: [Place]
  }

  private(set) var lists: [List] = []
  private var numbers: [List: Int] = [:]

  /// The list that an object of each class had last.
  private var latest: [Int?]

  init(classCount: Int) { latest = Array(repeating: nil, count: classCount) }

  /// The number of a list; that of the same list of the same class is the same.
  mutating func number(ofClass classID: Int, _ places: some Collection<Place>) -> Int {
    if let number = latest[classID], lists[number].places.elementsEqual(places) { return number }
    let list = List(classID: classID, places: Array(places))
    let number = numbers[list] ?? lists.count
    if number == lists.count { lists.append(list) }
    (numbers[list], latest[classID]) = (number, number)
    return number
  }
}

extension SharedPlaces.List: Comparable where Place: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    a.classID == b.classID ? a.places.lexicographicallyPrecedes(b.places) : a.classID < b.classID
  }
}

/// The places of edits in a list, by what can be judged in one go: edits of one class, and of the same properties.
struct EditGroups {
  private let document: SceneDocument
  private var groups: SharedPlaces<Int>
  private var places: [[Int32]] = []

  init(_ document: SceneDocument) {
    self.document = document
    groups = SharedPlaces(classCount: document.classNames.count)
  }

  mutating func add(_ edit: ObjectEdit, at place: Int) {
    let number = groups.number(ofClass: document.classID(edit.node), edit.cells.lazy.map(\.place))
    if number == places.count { places.append([]) }
    places[number].append(Int32(place))
  }

  /// All groups in one order, whatever that of the edits.
  var sorted: [(group: SharedPlaces<Int>.List, places: [Int32])] {
    zip(groups.lists, places).map { ($0, $1) }.sorted { $0.0 < $1.0 }
  }
}

extension Array {
  /// Its elements in their order, so many at once.
  package func parts(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
