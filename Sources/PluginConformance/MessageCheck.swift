internal import InspectorKit
internal import JSONText

/// A check that a worker follows the protocol: it replies to unknown messages with an error, and continues to work.
struct MessageCheck {
  let subject: any ConformanceSubject
  let description: PluginDescription
  private(set) var findings: [ConformanceFinding] = []

  /// Sends the messages, and adds a finding for each wrong or missing reply.
  mutating func run() throws(SubjectFailure) {
    let version = WorkerProtocol.versions.upperBound + 98
    try expectError(
      #"{"id":1,"describe":{"protocol":[\#(version),\#(version)]}}"#, id: 1, code: .pluginVersion,
      "asked for protocol \(version)")
    try expectError(
      #"{"id":2,"build":{"class":"\u0000 no such class","mode":"load","properties":[],"rows":[[]]}}"#, id: 2,
      "asked for a class that it does not have")
    try expectError(#"{"id":3,"unheard-of":{}}"#, id: 3, "sent a request that it does not know")
    guard let component = description.components.first ?? description.extensions.first else { return }
    let name = JSON.string(component.name).text()
    try expectError(
      #"{"id":4,"build":{"class":\#(name),"mode":"load","properties":["\u0000 no such property"],"rows":[[1]]}}"#,
      id: 4, "sent a property that '\(component.name)' does not have")
    try expectRows(
      #"{"later":[1,{"a":null}],"id":5,"build":{"later":"x","class":\#(name),"mode":"load","properties":[],"rows":[]}}"#,
      id: 5, count: 0, "sent members that are new to it, and no rows")
    try expectRows(
      #"{"id":6,"build":{"class":\#(name),"mode":"load","properties":[],"rows":[[],[]]}}"#, id: 6, count: 2,
      "sent two components without attributes")
  }

  private mutating func add(_ what: String, _ words: String) {
    findings.append(ConformanceFinding(.messages, message: "\(what), \(words)"))
  }

  /// Returns the reply to a message. If no reply arrives, or the reply is not JSON with the id of the message, adds a
  /// finding and returns nil. Restarts a worker that failed to reply.
  private mutating func answer(_ message: String, id: Int, _ what: String) throws(SubjectFailure) -> JSON? {
    do throws(SubjectFailure) {
      let reply = try subject.ask(Array(message.utf8))
      guard let json = try? JSON.parse(reply), json["id"]?.intValue == id else {
        add(what, "the plugin answers without the id \(id) of the request")
        return nil
      }
      return json
    } catch {
      if error.kind == .cancelled { throw error }
      add(what, error.words)
      try subject.restart()
      return nil
    }
  }

  private mutating func expectError(
    _ message: String, id: Int, code: DiagnosticCode = .workerRequest, _ what: String
  ) throws(SubjectFailure) {
    guard let json = try answer(message, id: id, what) else { return }
    guard let error = json["error"] else {
      add(
        what,
        "the plugin answers as if it had understood; it must answer with an 'error' with the code '\(code.rawValue)'")
      return
    }
    guard error["code"]?.stringValue != code.rawValue || error["message"]?.stringValue?.isEmpty != false else { return }
    add(
      what,
      "the plugin answers the error \(PluginText.capped(error.text())); its 'code' must be '\(code.rawValue)', with words in 'message'"
    )
  }

  private mutating func expectRows(_ message: String, id: Int, count: Int, _ what: String) throws(SubjectFailure) {
    guard let json = try answer(message, id: id, what), json["rows"]?.arrayValue?.count != count else { return }
    add(what, "the plugin answers \(PluginText.capped(json.text())); it must answer \(count) rows")
  }
}
