extension DidYouMean {
  /// `; did you mean 'cornerRadius'?` where a name is near enough, else nothing.
  package static func suffix(for name: String, among names: some Sequence<String>) -> String {
    suggestion(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }
}

extension PropertyType {
  /// "an" before Int, "a" before the others.
  package var article: String { self == .int ? "an" : "a" }
}
