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

  /// The command's options that users may type without dashes, such as `in`, each with true if it takes a value.
  let options: [String: Bool]

  package init(
    _ command: String, hasSelector: Bool = true, then last: String? = nil, takesAssignments: Bool = false,
    example: String, options: [String: Bool] = [:]
  ) {
    (self.command, self.hasSelector, self.last) = (command, hasSelector, last)
    (self.takesAssignments, self.example, self.options) = (takesAssignments, example, options)
  }

  /// The placement options, without dashes, each with true if it takes a value.
  package static let places = ["in": true, "before": true, "after": true, "at": true, "first": false]

  /// Returns the error for the first word that is an option without its dashes; nil if no word is.
  package func option(among words: some Sequence<String>) -> ReportUsage? {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if let takesValue = options[word] { return .optionWithoutDashes(word, value: takesValue ? rest.first : nil) }
    }
    return nil
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
