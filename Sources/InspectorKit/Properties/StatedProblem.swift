/// A mistake, described in words, in JSON from a plugin or a scene, such as a drawing, a constraint or a protocol
/// message.
package struct StatedProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake in words, such as `entry 2: 'cap' is 'flat'; it is one of butt, round, square`.
  package let description: String

  package init(_ description: String) { self.description = description }
}
