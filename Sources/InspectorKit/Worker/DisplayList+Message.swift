extension DisplayList {
  /// How many drawings a message holds at most, so that together they fit into it.
  package static let mostInMessage = 60

  /// How large a drawing is in a message at most, in bytes of JSON.
  package static let messageShare = WorkerProtocol.messageLimit / (mostInMessage + 4)

  /// The drawing without what no message holds, which is noted.
  package var fittingMessage: (list: DisplayList, json: [UInt8]) {
    let json = json
    guard json.count > Self.messageShare else { return (self, json) }
    var (fitting, size) = (DisplayList(notes: notes), 2)
    for entry in entries {
      size += DisplayList(entries: [entry]).json.count
      if size > Self.messageShare { break }
      fitting.entries.append(entry)
    }
    fitting.notes.append("what is beyond \(Self.messageShare >> 10) KB of a drawing is left out")
    return (fitting, fitting.json)
  }
}
