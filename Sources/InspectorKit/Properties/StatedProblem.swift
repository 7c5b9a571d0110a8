/// A problem with JSON of a plugin or a scene (a drawing, a constraint, a message of the protocol), in words.
package struct StatedProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem in words, such as `entry 2: 'cap' is 'flat'; it is one of butt, round, square`.
  package let description: String

  package init(_ description: String) { self.description = description }
}
