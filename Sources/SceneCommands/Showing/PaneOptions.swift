internal import InspectorKit
internal import Workbench

/// What the inspector's panes show, and how.
struct PaneOptions {
  /// Identifiers in the place of labels.
  var isRaw = false

  /// What is known of each property besides its values.
  var isLong = false

  /// The groups that Interface Builder draws, with blank lines between them.
  var isGrouped = false

  /// Properties, too, that their conditions hide.
  var showsHidden = false

  /// Only properties with a value of their own that is not the default.
  var onlyModified = false

  /// Only properties whose label or identifier holds these words.
  var words: [String] = []

  // MARK: which rows

  func isShown(_ row: some PaneRow) -> Bool { isWanted(row) && (showsHidden || row.isVisible || row.isStored) }

  /// Whether a property passes the filters by which rows are chosen, in text and in JSON.
  func isWanted(_ row: some PaneRow) -> Bool { (!onlyModified || row.isModified) && holdsWords(row) }

  func holdsWords(_ row: some PaneRow) -> Bool {
    guard !words.isEmpty else { return true }
    let (label, name) = (row.label.lowercased(), row.name.lowercased())
    return words.allSatisfy { word in
      let word = word.lowercased()
      return label.contains(word) || name.contains(word)
    }
  }

  // MARK: names

  /// What a property is called; of one that no plugin knows, as it is stored.
  func name(_ row: some PaneRow) -> String {
    TerminalText.escaped(isRaw || row.definition == nil ? row.name : row.label)
  }

  func title(_ title: String, className: String) -> String {
    TerminalText.escaped(isRaw && !className.isEmpty ? className : title)
  }
}
