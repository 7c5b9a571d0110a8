/// The words that a command expects between its scenes and its assignments.
package struct WordForm: Hashable, Sendable {
  /// The name of the command.
  let command: String

  /// True if the first of the words is a selector.
  let hasSelector: Bool

  /// The last expected word with its article, such as `an id`; nil if no word is expected after the selector.
  let last: String?

  /// True if assignments can follow.
  let takesAssignments: Bool

  /// An example of the expected words, which the message about wrong words shows.
  let example: String

  package init(
    _ command: String, hasSelector: Bool = true, then last: String? = nil, takesAssignments: Bool = false,
    example: String
  ) {
    (self.command, self.hasSelector, self.last) = (command, hasSelector, last)
    (self.takesAssignments, self.example) = (takesAssignments, example)
  }

  /// Returns a message with the words that the command expects and an example.
  ///
  /// - Parameter hasScene: true if no scene needs to be named.
  func expectation(hasScene: Bool) -> String {
    let words = [hasScene ? nil : "a scene", hasSelector ? "a selector" : nil, last].compactMap(\.self)
    let list = words.count > 1 ? words.dropLast().joined(separator: ", ") + " and \(words[words.count - 1])" : words[0]
    return "'\(command)' takes \(list), such as: \(hasScene ? command : "inspector \(command) card.json") \(example)"
  }
}
