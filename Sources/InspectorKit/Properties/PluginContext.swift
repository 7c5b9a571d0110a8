/// The validation rules and the word table for labels that all components of a plugin share.
struct PluginContext {
  var words = WordTable.standard
  private(set) var rules: [String: ValidationRule] = [:]
  private(set) var transformers: [String: ValueTransformer] = [:]

  init(words: [String] = [], rules: [ValidationRule] = [], transformers: [ValueTransformer] = []) {
    if !words.isEmpty { self.words = .standard.adding(words) }
    for rule in ValidationRule.standard + rules { self.rules[rule.name] = rule }
    for transformer in transformers { self.transformers[transformer.name] = transformer }
  }

  func label(for name: String) -> String { PropertyName.label(for: name, words: words) }
}
