// The names of requests in the history, written as the commands that make them.

extension Assignment {
  package var summary: String {
    switch operation {
    case .set(let text), .json(let text), .exact(let text): "\(name)=\(text)"
    case .add(let text): "\(name)+=\(text)"
    case .subtract(let text): "\(name)-=\(text)"
    case .multiply(let text): "\(name)*=\(text)"
    case .divide(let text): "\(name)/=\(text)"
    case .unset: "--unset \(name)"
    case .reset: "--reset \(name)"
    }
  }
}

extension EditRequest {
  /// The first step that changes something, and how many there are besides.
  package var summary: String {
    let changes = steps.filter { !$0.isExpectation }
    guard let first = changes.first else { return "expect" }
    return changes.count == 1 ? first.summary : "\(first.summary), and \(changes.count - 1) more"
  }
}

extension EditStep {
  fileprivate var summary: String {
    switch self {
    case .set(let selector, let assignments):
      "set \(selector.text) \(assignments.map(\.summary).joined(separator: " "))"
    case .insert(let objects, _): objects.count == 1 ? "insert an object" : "insert \(objects.count) objects"
    case .remove(let selector): "remove \(selector.text)"
    case .duplicate(let selector, let id, _): "duplicate \(selector.text)\(id.map { " as #\($0)" } ?? "")"
    case .move(let selector, _): "move \(selector.text)"
    case .rename(let selector, let id): "rename \(selector.text) to #\(id)"
    case .setClass(let selector, let name): "make \(selector.text) a \(name)"
    case .setName(let selector, let name?): "name \(selector.text) '\(name)'"
    case .setName(let selector, nil): "take the name of \(selector.text) away"
    case .renameProperty(let selector, let old, let new): "rename '\(old)' of \(selector.text) to '\(new)'"
    case .palette(let changes): changes.summary
    case .expect(let expectation): "expect \(expectation.selector.text)"
    case .expectPalette: "expect colours"
    }
  }
}

extension PaletteRequest {
  package var summary: String { changes.summary }
}

extension [PaletteRequest.Change] {
  /// The first change, and how many there are besides.
  fileprivate var summary: String {
    guard let first else { return "palette" }
    let words =
      switch first {
      case .set(let name, let value): "palette set \(name)=\(value)"
      case .rename(let name, let new): "palette rename \(name) to \(new)"
      case .remove(let name): "palette remove \(name)"
      }
    return count == 1 ? words : "\(words), and \(count - 1) more"
  }
}
