/// A violation of a fuzz target's law.
struct Difference: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Throws a ``Difference`` with the given message if a condition does not hold.
func law(_ condition: @autoclosure () throws -> Bool, _ words: @autoclosure () -> String) throws {
  if try !condition() { throw Difference(words()) }
}
