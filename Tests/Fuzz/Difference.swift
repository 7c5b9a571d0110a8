/// What a law of a fuzz target found broken.
struct Difference: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Throws what `words` says unless `condition` holds.
func law(_ condition: @autoclosure () throws -> Bool, _ words: @autoclosure () -> String) throws {
  if try !condition() { throw Difference(words()) }
}
