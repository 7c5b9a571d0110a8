import Workbench

/// Laws of selectors and conditions: a parsed one is written and parsed back unchanged, errors have a position, and
/// every parsed one can be evaluated.
enum SelectorLaws {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let selector = try Selector(parsing: text)
      let written = SelectorText.text(selector.alternatives)
      let again: Selector
      do {
        again = try Selector(parsing: written)
      } catch {
        throw Difference("written as \(written) it is refused: \(error)")
      }
      try law(SelectorText.text(again.alternatives) == written, "written as \(written) it is read as another")
      try law(sizes(again.alternatives) == sizes(selector.alternatives), "written as \(written) it has other parts")
      try checkSelection(selector, again)
    } catch let error as SelectorError {
      try checkError(error, text)
    }
    do {
      let condition = try Condition(parsing: text)
      let written = SelectorText.text(condition)
      try law(
        SelectorText.text(try Condition(parsing: written)) == written, "written as \(written) it is read as another")
    } catch let error as SelectorError {
      try checkError(error, text)
    }
  }

  private static func checkError(_ error: SelectorError, _ text: String) throws {
    try law((0...text.utf8.count).contains(error.offset), "an error at \(error.offset) of \(text.utf8.count)")
    // The text before and after the position is valid, so no character was split.
    let start = Array(text.utf8)[..<error.offset]
    try law(String(decoding: start, as: UTF8.self).utf8.elementsEqual(start), "an error within a character")
    try law(!error.message.isEmpty && TerminalLaws.isHarmless(error.text), "\(error)")
  }

  private static func sizes(_ paths: [Selector.Path]) -> [[Int]] {
    paths.map { $0.steps.map { $0.compound.predicates.count + 100 * $0.compound.pseudoClasses.count } }
  }

  private static func checkSelection(_ selector: Selector, _ again: Selector) throws {
    let session = try Stage.session()
    do {
      let nodes = try session.select(selector)
      try law(nodes == nodes.sorted() && Set(nodes).count == nodes.count, "not in order: \(nodes)")
      try law(try session.select(again) == nodes, "what is written the same selects others")
    } catch let error as Diagnostic {
      try law(!error.message.isEmpty, "an error without words")
    }
  }
}

/// A writer of parsed selectors.
enum SelectorText {
  static func text(_ paths: [Selector.Path]) -> String { paths.map { text($0.steps) }.joined(separator: ", ") }

  private static func text(_ steps: [Selector.Step], isRelative: Bool = false) -> String {
    var text = ""
    for (place, step) in steps.enumerated() {
      if place > 0 || isRelative, step.combinator != .descendant { text += " \(step.combinator.rawValue)" }
      text += " " + self.text(step.compound)
    }
    return text
  }

  private static func text(_ compound: Selector.Compound) -> String {
    (compound.typeName.map(escaped) ?? "*") + (compound.id.map { "#" + quoted($0) } ?? "")
      + compound.predicates.map(text).joined() + compound.pseudoClasses.map(text).joined()
  }

  private static func text(_ predicate: Selector.Predicate) -> String {
    let name = quoted(predicate.property)
    let value =
      predicate.comparison.map { $0.comparator.rawValue + quoted($0.text) + ($0.ignoresCase ? " i" : "") } ?? ""
    return "[" + (predicate.isStored ? "stored(\(name))" : name) + value + "]"
  }

  private static func text(_ pseudoClass: Selector.PseudoClass) -> String {
    switch pseudoClass.kind {
    case .kind(let name): ":kind(\(escaped(name)))"
    case .modified: ":modified"
    case .unset(let name): ":unset(\(quoted(name)))"
    case .text(let words): ":text(\(quoted(words)))"
    case .nthChild(let pattern): ":nth-child(\(pattern.step)n\(pattern.start < 0 ? "" : "+")\(pattern.start))"
    case .lastChild: ":last-child"
    case .not(let paths): ":not(\(text(paths)))"
    case .composed(.from(let name)): ":from(\(quoted(name)))"
    case .composed(let condition): ":\(condition)"
    case .references(let paths): ":references(\(text(paths)))"
    case .related(let paths): ":related(\(text(paths)))"
    case .is(let paths): ":is(\(text(paths)))"
    case .has(let paths): ":has(\(paths.map { text($0.steps, isRelative: true) }.joined(separator: ",")))"
    }
  }

  /// Escapes a class name by CSS's rules. CSS has no number for U+0000, which stays unchanged after a backslash.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { $0 == "\u{0}" ? "\\\($0)" : "\\\(String($0.value, radix: 16)) " }.joined()
  }

  static func text(_ condition: Condition) -> String {
    switch condition {
    case .predicate(let predicate): text(predicate)
    case .not(let inner): "not (\(text(inner)))"
    case .and(let first, let second): "(\(text(first))) and (\(text(second)))"
    case .or(let first, let second): "(\(text(first))) or (\(text(second)))"
    }
  }

  /// Returns a text in double quotes, with JSON's escapes.
  private static func quoted(_ text: String) -> String {
    var written = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": written += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written + "\""
  }
}
