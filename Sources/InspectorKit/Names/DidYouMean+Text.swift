extension DidYouMean {
  /// `; did you mean 'cornerRadius'?` where a name is near enough, else nothing.
  package static func suffix(for name: String, among names: some Sequence<String>) -> String {
    suggestion(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }
}
