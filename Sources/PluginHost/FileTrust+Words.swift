internal import JSONText

// Messages for files and folders that are not used because they are unsafe or cannot be inspected.
extension UnusedPlugin {
  /// Creates the report of a file that is not run, or of a folder that is not searched.
  init(_ kind: PluginPlace.Kind, _ path: String, _ fault: FileTrust.Fault) {
    let (reason, place, words, remedy) = fault.report(path)
    let lead =
      switch (kind, place.isExactly(path)) {
      case (.file, true): "'\(path)' \(words) and is not run"
      case (.file, false): "'\(path)' is not run, since '\(place)' \(words)"
      case (.folder, true): "the folder '\(path)' \(words), so no plugin in it is run"
      case (.folder, false): "no plugin in the folder '\(path)' is run, since '\(place)' \(words)"
      }
    self.init(path, reason, "\(lead); \(remedy)")
    culprit = place
  }
}

extension FileTrust.Fault {
  /// Returns the reason as a value that programs can compare, the path at fault, and the words for the fault and its
  /// remedy.
  ///
  /// - Parameter path: the path that was checked.
  fileprivate func report(
    _ path: String
  ) -> (reason: UnusedPlugin.Reason, place: String, words: String, remedy: String) {
    switch self {
    case .owner(let place, let user):
      (
        .owner, place, "belongs to another user (uid \(user))",
        "only your own files and those of root are run, unless '--plugin \(path)' names the file"
      )
    case .writable(let place):
      (.writable, place, "is writable by other users", "prevent that with 'chmod go-w \(place)'")
    case .links:
      (
        .unreadable, path, "leads through more than \(FileTrust.mostLinks) symbolic links",
        "link to the file itself"
      )
    case .unreadable(let place, let code):
      (.unreadable, place, "cannot be examined: \(errnoText(code))", "'--plugin \(path)' uses it anyway")
    case .notFile: (.notFile, path, "is not a regular file", "put an executable there")
    }
  }
}
