package import InspectorKit
internal import JSONText
internal import WorkbenchSupport

/// A formatter for property values in the inspector's tables.
package struct ValueText {
  package let style: Style

  /// The width of the terminal; `nil` if the output is not a terminal, to show all texts in full.
  package var lineWidth: Int?

  package init(style: Style, lineWidth: Int? = nil) {
    self.style = style
    self.lineWidth = lineWidth
  }

  /// Formats a value. Quotes distinguish strings from values of other types and from `unset`, the text for `nil`.
  package func text(_ value: PropertyValue?) -> String {
    switch value {
    case nil: "unset"
    case .string(let string)?: TerminalText.escaped(JSON.string(string).text())
    case let value?: value.text
    }
  }

  /// Formats a value in the short form for tables. A colour without an exact 8-bit form is rounded to 8 bits, since
  /// four long numbers would widen every row.
  package func short(_ value: PropertyValue?) -> String {
    if case .color(let color)? = value { color.shortText } else { text(value) }
  }

  /// Returns the value with the label of its option, such as `1 (Half)`, or the labels of its flags; nil if no label
  /// adds information.
  ///
  /// - Parameter definition: the declaration of the value's property; nil if it is unknown.
  package func labelled(_ value: PropertyValue, of definition: PropertyDefinition?) -> String? {
    definition?.valueNames.words(short(value), of: value).map(TerminalText.escaped)
  }

  /// Formats the values before and after a change, with their labels or in the short form. If these forms are equal,
  /// both values are formatted in full.
  package func pair(
    _ old: PropertyValue?, _ new: PropertyValue?, of definition: PropertyDefinition? = nil
  ) -> (old: String, new: String) {
    let (first, second) = (
      old.flatMap { labelled($0, of: definition) } ?? short(old),
      new.flatMap { labelled($0, of: definition) } ?? short(new)
    )
    return first == second ? (text(old), text(new)) : (first, second)
  }

  /// Returns a stored value as text: its JSON text in one line, or its label if the property has options or flags.
  package func stored(_ raw: String, of definition: PropertyDefinition?) -> String {
    guard let definition, !definition.valueNames.isEmpty, let value = Self.value(raw, as: definition.type),
      let words = labelled(value, of: definition)
    else { return Self.raw(raw) }
    return words
  }

  /// Parses a value of the given type from JSON text; nil if the text has no such value.
  private static func value(_ raw: String, as type: PropertyType) -> PropertyValue? {
    Array(raw.utf8).withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
  }

  /// Formats the stored texts before and after a change of a colour. Colours that are stored as objects are rounded to
  /// 8 bits and written in digits. Returns both texts unchanged if their formatted forms are equal.
  private static func colors(_ old: String?, _ new: String?) -> (old: String?, new: String?) {
    func short(_ raw: String?) -> String? {
      guard let raw, raw.utf8.first == UInt8(ascii: "{"),
        case .color(let color)? = value(raw, as: .color)
      else { return raw }
      return color.shortText
    }
    let (first, second) = (short(old), short(new))
    return first == second ? (old, new) : (first, second)
  }

  /// Returns the table cell of a value, with a swatch before a colour.
  package func cell(_ value: PropertyValue?) -> TextTable.Cell {
    switch value {
    case .color(let color)?:
      TextTable.Cell(color.shortText, prefix: style.swatch(color), prefixWidth: style.swatchWidth)
    case nil: TextTable.Cell(text(nil), style: style.dim)
    default: TextTable.Cell(text(value))
    }
  }

  /// Returns the cell of a property's value, with the label of its option if the label adds information: `1 (Half)`.
  package func cell(_ value: PropertyValue?, of definition: PropertyDefinition?) -> TextTable.Cell {
    value.flatMap { labelled($0, of: definition) }.map { TextTable.Cell($0) } ?? cell(value)
  }

  /// Returns the values of a preset in one line: `radius=12, notches=Round|Long`.
  package func values(of preset: Preset, in component: ComponentDefinition) -> String {
    preset.values.map { value in
      let definition = value.property(among: component.properties)
      return "\(TerminalText.escaped(value.property))=\(stored(value.json, of: definition))"
    }.joined(separator: ", ")
  }

  /// Returns JSON text in one line, escaped for a terminal: each line break, with the indentation after it, becomes a
  /// blank.
  package static func raw(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).map { $0.drop(while: { $0 == " " || $0 == "\t" }) }.joined(
      separator: " ")
    return TerminalText.escaped(line)
  }

  /// Returns the text of a change, such as `tag: 4 → 5`. If both texts are JSON objects with at least one equal member,
  /// the text shows only the members that differ, such as `frame.width: 56 → 57`. At a terminal, texts that are too
  /// long for a line are cut around the difference.
  ///
  /// - Parameters:
  ///   - label: the text before the values, without the line's margin.
  ///   - shown: the styled form of the label; nil to print the label as it is.
  ///   - definition: the declaration of the property, whose options or flags name values; nil if it is unknown.
  ///   - isColor: true if the texts are those of a colour.
  ///   - none: the text for a value that is absent.
  ///   - noneLeft: the text for a new value that is absent; nil for the same as `none`.
  package func change(
    of label: String, shown: String? = nil, from old: String?, to new: String?,
    by definition: PropertyDefinition? = nil, isColor: Bool = false, none: String, noneLeft: String? = nil
  ) -> String {
    if let old, let new, let members = MemberDifference.list(old, new) {
      return members.map { member in
        change(of: label + TerminalText.escaped(member.path), from: member.old, to: member.new, none: "(none)")
      }.joined(separator: ", ")
    }
    let texts = isColor ? Self.colors(old, new) : (old, new)
    let (former, latter) = (texts.0.map { stored($0, of: definition) }, texts.1.map { stored($0, of: definition) })
    let values = fitted(former ?? none, latter ?? noneLeft ?? none, after: label)
    return "\(shown ?? label): \(style.old(values.old)) → \(style.new(values.new))"
  }

  /// Fits an old and a new text into one line; at a terminal, texts that are too long are cut around the difference.
  private func fitted(_ old: String, _ new: String, after label: String) -> (old: String, new: String) {
    guard let lineWidth else { return (old, new) }
    // Four columns of margin, the colon and the arrow with their blanks.
    let room = max(lineWidth - TerminalText.width(label) - 9, 32)
    let (oldWidth, newWidth) = (TerminalText.width(old), TerminalText.width(new))
    guard oldWidth + newWidth > room else { return (old, new) }
    let start = zip(old, new).prefix { $0 == $1 }.count
    return (
      TerminalText.cut(old, around: start, to: max(room / 2, room - newWidth)),
      TerminalText.cut(new, around: start, to: max(room / 2, room - oldWidth))
    )
  }

  /// Returns a colour's name or digits as a document stores them, without quotes; `nil` if the document stores the
  /// colour's components instead of a string.
  package static func name(_ raw: String) -> String? {
    (try? JSON.parse(Array(raw.utf8)))?.stringValue.map(TerminalText.escaped)
  }
}
