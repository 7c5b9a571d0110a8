internal import InspectorKit

extension PropertyDefinition {
  /// Everything that bounds a value, in words: `5…30; usually 16…24; in steps of 0.5; required`.
  package var limits: String {
    var words: [String] = []
    if let range { words.append(range.text) }
    if let softRange { words.append("usually \(softRange.text)") }
    if let step { words.append("in steps of \(PropertyValue.double(step).text)") }
    if !options.isEmpty {
      let options = options.map { option in
        let text = option.value.text
        return text == option.label ? text : "\(text) \(option.label)"
      }
      words.append(options.joined(separator: ", "))
    }
    if isReadOnly { words.append("read-only") }
    if isRequired { words.append("required") }
    return words.joined(separator: "; ")
  }

  /// The author's other facts about it, as lines: the help, then everything else.
  package var remarks: [String] {
    var words: [String] = []
    if let visibleWhen { words.append("shown only when \(visibleWhen)") }
    if let enabledWhen { words.append("takes effect only when \(enabledWhen)") }
    if !rules.isEmpty { words.append("held against \(rules.joined(separator: ", "))") }
    if !dependsOn.isEmpty { words.append("applied after \(dependsOn.joined(separator: ", "))") }
    if !aliases.isEmpty { words.append("formerly \(aliases.joined(separator: ", "))") }
    if let since { words.append("since \(since)") }
    if let deprecated { words.append("deprecated: \(deprecated)") }
    return [help ?? "", words.joined(separator: "; ")].filter { !$0.isEmpty }
  }
}
