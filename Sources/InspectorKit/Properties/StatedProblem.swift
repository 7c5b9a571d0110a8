/// A mistake in JSON from a plugin or a scene, such as a drawing, a constraint or a protocol message, described by
/// text.
package struct StatedProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The description of the mistake, such as `'cap' is 'flat'; it is one of butt, round, square`.
  package let words: String

  /// The path to the entry with the mistake: the numbers of the enclosing groups, the outermost first, and then the
  /// entry's own number, all from 1. Empty if the mistake is not in an entry of a list.
  package let place: [Int]

  package init(_ words: String, inEntry place: [Int] = []) { (self.words, self.place) = (words, place) }

  /// The mistake, preceded by the path to its entry: `entry 2: 'cap' is 'flat'; it is one of butt, round, square`.
  package var description: String {
    place.isEmpty ? words : "entry \(place.map(String.init).joined(separator: ".")): \(words)"
  }

  /// Returns true if two mistakes have the same description, including the path to the entry.
  package static func == (first: StatedProblem, second: StatedProblem) -> Bool {
    first.description == second.description
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
