internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

extension ValueText {
  /// How many of differing values are shown.
  private static let shownValues = 5

  /// The value that all objects have, or those that there are; options with their labels.
  func cell(_ mixed: MixedValues, of definition: PropertyDefinition? = nil) -> TextTable.Cell {
    if let common = mixed.common { return cell(common, of: definition) }
    guard mixed.isMixed else { return TextTable.Cell("") }
    let shown = onPaper(mixed)
    var words = shown.most(Self.shownValues).map { value, count in
      let text = if case .raw(let text) = value { text } else { short(value, of: definition) }
      return "\(text) ×\(count)"
    }
    if shown.distinct > Self.shownValues { words.append("…, \(shown.distinct - Self.shownValues) more") }
    return TextTable.Cell("mixed: \(words.joined(separator: ", "))", isWords: true)
  }

  /// Colours that look the same are one on paper, and several as data; they are given as their texts.
  private func onPaper(_ mixed: MixedValues) -> MixedValues {
    guard case .value(.color)? = mixed.most(2).lazy.map(\.value).first(where: { $0 != .unset }) else { return mixed }
    // Those that 8 bits hold look all different.
    let isExact = mixed.allSatisfy { value in
      if case .value(.color(let color)) = value { color.rgba != nil } else { value == .unset }
    }
    if isExact { return mixed }
    var merged = MixedValues()
    mixed.forEachCount { value, count in merged.add(.raw(short(value)), times: count) }
    return merged
  }
}

extension MixedValues {
  /// `mixed`, and `value` or `values`.
  func add(to line: inout JSONLine) {
    line.add("mixed", .bool(isMixed))
    if let common {
      line.add("value", raw: common.jsonText ?? "null")
      return
    }
    if isMixed { line.add("values", list: records) }
  }

  /// Each value with its count.
  var records: [String] {
    counts.map { value, count in
      var line = JSONLine()
      line.add("value", raw: value.jsonText ?? "null")
      line.add("count", .int(count))
      return line.text
    }
  }
}
