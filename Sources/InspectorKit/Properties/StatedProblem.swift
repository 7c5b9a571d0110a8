/// A mistake, described in words, in JSON from a plugin or a scene, such as a drawing, a constraint or a protocol
/// message.
package struct StatedProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake in words, such as `'cap' is 'flat'; it is one of butt, round, square`.
  package let words: String

  /// The number of the entry with the mistake in its list, from 1, after the numbers of the enclosing groups, the
  /// outermost first; empty if the mistake is not in an entry of a list.
  package let place: [Int]

  package init(_ words: String, inEntry place: [Int] = []) { (self.words, self.place) = (words, place) }

  /// The mistake with its place, such as `entry 2: 'cap' is 'flat'; it is one of butt, round, square`.
  package var description: String {
    place.isEmpty ? words : "entry \(place.map(String.init).joined(separator: ".")): \(words)"
  }

  /// Returns true if two mistakes read the same, however their places are stated.
  package static func == (first: StatedProblem, second: StatedProblem) -> Bool {
    first.description == second.description
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
