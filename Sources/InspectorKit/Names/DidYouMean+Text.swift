extension DidYouMean {
  /// `; did you mean 'cornerRadius'?` where a name is near enough, else nothing.
  package static func suffix(for name: String, among names: some Sequence<String>) -> String {
    suffix(suggestion(for: name, among: names))
  }

  /// The question whether a name was meant, which ends a sentence; empty where there is none.
  package static func suffix(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
