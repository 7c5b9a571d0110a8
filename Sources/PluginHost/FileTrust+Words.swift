internal import JSONText

// Messages for files and folders that are not used since other users could change them.
extension UnusedPlugin {
  /// Creates the report of a folder that is not searched.
  init(folder path: String, _ fault: FileTrust.Fault) {
    let (place, words, remedy) = fault.words(path)
    let lead =
      place.isExactly(path)
      ? "the folder '\(path)' \(words), so no plugin in it is run"
      : "no plugin in the folder '\(path)' is run, since '\(place)' \(words)"
    self.init(path, fault.reason, "\(lead); \(remedy)")
    culprit = place
  }

  /// Creates the report of a file that is not run.
  init(file path: String, _ fault: FileTrust.Fault) {
    let (place, words, remedy) = fault.words(path)
    let lead =
      place.isExactly(path) ? "'\(path)' \(words) and is not run" : "'\(path)' is not run, since '\(place)' \(words)"
    self.init(path, fault.reason, "\(lead); \(remedy)")
    culprit = place
  }
}

extension FileTrust.Fault {
  fileprivate var reason: UnusedPlugin.Reason {
    switch self {
    case .owner: .owner
    case .writable: .writable
    case .links, .unreadable: .unreadable
    case .notFile: .notFile
    }
  }

  /// Returns the path at fault, the reason and the remedy.
  fileprivate func words(_ path: String) -> (place: String, words: String, remedy: String) {
    switch self {
    case .owner(let place, let user):
      (
        place, "belongs to another user (uid \(user))",
        "only files of yours or of root are run, or '--plugin \(path)'"
      )
    case .writable(let place): (place, "can be written by others", "forbid that with 'chmod go-w \(place)'")
    case .links: (path, "leads through more than \(FileTrust.mostLinks) symbolic links", "link to the file itself")
    case .unreadable(let place, let code):
      (place, "cannot be examined: \(errnoText(code))", "'--plugin \(path)' uses it anyway")
    case .notFile: (path, "is not a regular file", "put an executable there")
    }
  }
}
