internal import InspectorKit
internal import JSONText
internal import Workbench

extension ValueText {
  /// How many of differing values are shown.
  private static let shownValues = 5

  /// The value that all objects have, or those that there are.
  func cell(_ mixed: MixedValues) -> TextTable.Cell {
    if let common = mixed.common { return cell(common) }
    let counts = onPaper(mixed.counts)
    var words = counts.prefix(Self.shownValues).map { "\(short($0.value)) ×\($0.count)" }
    if counts.count > Self.shownValues { words.append("…, \(counts.count - Self.shownValues) more") }
    return TextTable.Cell("mixed: \(words.joined(separator: ", "))")
  }

  /// Colours that look the same are one on paper, and several as data.
  private func onPaper(_ counts: [(value: ColumnValue, count: Int)]) -> [(value: ColumnValue, count: Int)] {
    guard case .value(.color)? = counts.lazy.map(\.value).first(where: { $0 != .unset }) else { return counts }
    var merged: [(value: ColumnValue, count: Int)] = []
    var places: [String: Int] = [:]
    for (value, count) in counts {
      let text = short(value)
      if let place = places[text] {
        merged[place].count += count
      } else {
        places[text] = merged.count
        merged.append((value: value, count: count))
      }
    }
    return merged.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
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
    let records = counts.map { value, count in
      var line = JSONLine()
      line.add("value", raw: value.jsonText ?? "null")
      line.add("count", .int(count))
      return line.text
    }
    line.add("values", list: records)
  }
}
