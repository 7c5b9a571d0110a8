package import SceneDocument

/// The result of a condition: `yes`, `no`, `maybe` while it is undecided, or `failed` if the component that would
/// decide it could not be built.
package enum Truth: UInt8, Comparable {
  // In this order `and` is the minimum and `or` the maximum, and nothing is built for an object that has already
  // failed.
  case no, failed, maybe, yes

  init(_ isTrue: Bool) { self = isTrue ? .yes : .no }

  package static func < (first: Truth, second: Truth) -> Bool { first.rawValue < second.rawValue }

  /// The result of the negated condition; `failed` and `maybe` are unchanged.
  package var inverted: Truth {
    switch self {
    case .no: .yes
    case .failed: .failed
    case .maybe: .maybe
    case .yes: .no
    }
  }
}

/// The results of a condition for all objects of a document.
package typealias TruthColumn = [Truth]

extension TruthColumn {
  /// Returns a column that is `no` for every object.
  package static func none(_ count: Int) -> TruthColumn { TruthColumn(repeating: .no, count: count) }

  /// The numbers of all objects in the column.
  var nodes: Range<NodeIndex> { NodeIndex(0)..<NodeIndex(count) }

  package subscript(node: NodeIndex) -> Truth {
    get { self[node.number] }
    set { self[node.number] = newValue }
  }

  /// Combines two columns by `and`: each object gets the lesser result.
  package mutating func and(_ other: TruthColumn) {
    for place in indices where other[place] < self[place] { self[place] = other[place] }
  }

  /// Combines two columns by `or`: each object gets the greater result.
  package mutating func or(_ other: TruthColumn) {
    for place in indices where other[place] > self[place] { self[place] = other[place] }
  }

  /// Returns a copy with `no` for each object for which the other column does not have the given result.
  func narrowed(to truth: Truth, in other: TruthColumn) -> TruthColumn {
    var narrowed = self
    for place in indices where other[place] != truth { narrowed[place] = .no }
    return narrowed
  }
}
