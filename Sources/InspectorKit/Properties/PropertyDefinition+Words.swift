extension PropertyDefinition {
  /// Everything that bounds a value, in words: `5…30; usually 16…24; in steps of 0.5; required`.
  package var limits: String {
    PropertyMetadata.fields.compactMap { $0.limit(metadata) }.joined(separator: "; ")
  }

  /// The author's other facts about it, as lines: the help, then everything else.
  package var remarks: [String] {
    let words = Self.fieldsByRemark.compactMap { $0.remark(metadata) }
    return [self.help ?? "", words.joined(separator: "; ")].filter { !$0.isEmpty }
  }

  private static let fieldsByRemark = PropertyMetadata.fields.enumerated().sorted {
    ($0.element.remarkOrder, $0.offset) < ($1.element.remarkOrder, $1.offset)
  }.map(\.element)
}
