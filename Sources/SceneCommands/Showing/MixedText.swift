internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

extension ValueText {
  /// The maximum number of distinct values that a cell shows; further values are only counted.
  private static let shownValues = 5

  /// Returns a cell with the value common to all objects, or with their distinct values, the most frequent first.
  /// Options appear with their labels.
  func cell(_ mixed: MixedValues, of definition: PropertyDefinition? = nil) -> TextTable.Cell {
    if let common = mixed.common { return cell(common, of: definition) }
    guard mixed.isMixed else { return TextTable.Cell("") }
    let shown = onPaper(mixed)
    var words = shown.most(Self.shownValues).map { value, count in
      let text = if case .raw(let text) = value { text } else { short(value, of: definition) }
      return "\(text) ×\(count)"
    }
    if shown.distinct > Self.shownValues { words.append("…, \(shown.distinct - Self.shownValues) more") }
    return TextTable.Cell("mixed: \(words.joined(separator: ", "))", as: .words)
  }

  /// Returns the values after merging colours with equal printed text. In JSON they stay separate.
  private func onPaper(_ mixed: MixedValues) -> MixedValues {
    guard case .value(.color)? = mixed.most(2).lazy.map(\.value).first(where: { $0 != .unset }) else { return mixed }
    // Colours that fit into 8 bits per channel all print differently.
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
  /// Adds the member `mixed`, and the member `value` for a common value or `values` for distinct values. Adds neither
  /// `value` nor `values` if there are no values.
  func add(to line: inout JSONLine) {
    line.add("mixed", .bool(isMixed))
    if let common {
      line.add("value", raw: common.jsonText ?? "null")
      return
    }
    if isMixed { line.add("values", list: records) }
  }

  /// The elements of the JSON array `values`: each distinct value with its number of objects.
  var records: [String] {
    counts.map { value, count in
      var line = JSONLine()
      line.add("value", raw: value.jsonText ?? "null")
      line.add("count", .int(count))
      return line.text
    }
  }
}
