/// The validation rules and the word table for labels that all components of a plugin share.
struct PluginContext {
  var words = WordTable.standard
  private(set) var rules: [String: ValidationRule] = [:]

  init(words: [String] = [], rules: [ValidationRule] = []) {
    if !words.isEmpty { self.words = .standard.adding(words) }
    for rule in ValidationRule.standard + rules { self.rules[rule.name] = rule }
  }

  func label(for name: String) -> String { PropertyName.label(for: name, words: words) }
}
