import JSONText

/// A writer of the replies of a worker. It writes the reply to a build request row by row; static methods return all
/// other replies.
struct WorkerReply {
  private var bytes: [UInt8]
  private var isFirst = true

  init(id: Int) {
    bytes = Array("{\"id\":\(id),\"rows\":[".utf8)
  }

  /// Appends a row with the reply about the next object.
  ///
  /// - Parameter answer: the reply; nil if there is nothing to report, which appends an empty row.
  mutating func append(_ answer: ComponentBuilder.Answer?, of type: ComponentType) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "{"))
    if let answer { append(answer, of: type) }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ answer: ComponentBuilder.Answer, of type: ComponentType) {
    let start = bytes.count
    append("before", answer.before, of: type, start: start)
    append("effective", answer.effective, of: type, start: start)
    append("writes", answer.writes, of: type, start: start)
    append("warnings", answer.warnings, textKey: "message", start: start)
    append("skipped", answer.skipped, textKey: "reason", start: start)
    append("refused", answer.refused, textKey: "reason", start: start)
    append("invalid", answer.invalid, textKey: "reason", start: start)
    append(answer.steps, of: type, start: start)
    if let (list, json) = answer.drawing {
      begin("drawing", start: start)
      bytes += json
      if !list.notes.isEmpty {
        begin("left", start: start)
        bytes += Array(JSON.array(list.notes.map(JSON.string)).text().utf8)
      }
    }
    if let passed = answer.passed {
      begin("passes", start: start)
      bytes += Array(JSON.array(passed.map(JSON.string)).text().utf8)
    }
  }

  consuming func finish() -> [UInt8] {
    bytes += Array("]}".utf8)
    return bytes
  }

  private mutating func append(
    _ key: String, _ values: [(place: Int, value: PropertyValue?)], of type: ComponentType, start: Int
  ) {
    guard !values.isEmpty else { return }
    begin(key, start: start)
    bytes.append(UInt8(ascii: "{"))
    for (count, (place, value)) in values.enumerated() {
      if count > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONString.append(type.slots[place].definition.name, quotedTo: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if let value { value.appendJSON(to: &bytes) } else { bytes += Array("null".utf8) }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ key: String, _ messages: [HookMessage], textKey: String, start: Int) {
    guard !messages.isEmpty else { return }
    begin(key, start: start)
    bytes.append(UInt8(ascii: "["))
    for (count, message) in messages.enumerated() {
      if count > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      if let property = message.property {
        bytes += Array("\"property\":".utf8)
        JSONString.append(property, quotedTo: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes += Array("\"\(textKey)\":".utf8)
      JSONString.append(message.text, quotedTo: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension WorkerReply {
  /// Appends the key of a member to the row that began at `start`, after a comma if it is not the first member.
  private mutating func begin(_ key: String, start: Int) {
    if bytes.count > start { bytes.append(UInt8(ascii: ",")) }
    bytes += Array("\"\(key)\":".utf8)
  }

  /// Appends the member `lifecycle`. The member is rare, so its writing is not optimised for speed.
  private mutating func append(_ steps: [LifecycleLog.Step], of type: ComponentType, start: Int) {
    guard !steps.isEmpty else { return }
    begin("lifecycle", start: start)
    bytes += Array(JSON.array(steps.map { $0.json(of: type) }).text().utf8)
  }

  static func error(
    id: Int, code: DiagnosticCode, message: String, row: Int? = nil, property: String? = nil, problems: [String] = []
  ) -> [UInt8] {
    var error: [JSON.Member] = [.init("code", .string(code.rawValue)), .init("message", .string(message))]
    if let row { error.append(.init("row", .int(row))) }
    if let property { error.append(.init("property", .string(property))) }
    if !problems.isEmpty { error.append(.init("problems", .array(problems.map(JSON.string)))) }
    return Self.message([.init("id", .int(id)), .init("error", .object(error))])
  }

  static func description(_ description: PluginDescription, id: Int) -> [UInt8] {
    message([.init("id", .int(id)), .init("description", description.json)])
  }

  /// Returns the reply to a request to transform values.
  static func values(_ values: [JSON], id: Int) -> [UInt8] {
    message([.init("id", .int(id)), .init("values", .array(values))])
  }

  static func progress(id: Int, row: Int, step: String) -> [UInt8] {
    message([.init("id", .int(id)), .init("at", .array([.int(row), .string(step)]))])
  }

  private static func message(_ members: [JSON.Member]) -> [UInt8] { Array(JSON.object(members).text().utf8) }
}

extension LifecycleLog.Step {
  fileprivate func json(of type: ComponentType) -> JSON {
    var members: [JSON.Member] = [.init("phase", .string(phase.rawValue)), .init("step", .string(name))]
    if let set { members.append(.init("set", set.value?.json ?? .null)) }
    members.append(.init("nanoseconds", .int(Int(nanoseconds))))
    if !hooks.isEmpty {
      members.append(.init("hooks", .array(hooks.map { .array([.string($0.property), .int($0.depth)]) })))
    }
    if !writes.isEmpty {
      let values = writes.map { JSON.Member(type.slots[$0.place].definition.name, $0.value?.json ?? .null) }
      members.append(.init("writes", .object(values)))
    }
    if !reads.isEmpty { members.append(.init("reads", .array(reads.map(JSON.string)))) }
    if !warnings.isEmpty { members.append(.init("warnings", .array(warnings.map(JSON.string)))) }
    if let rejection { members.append(.init("rejected", .string(rejection))) }
    return .object(members)
  }
}

extension DisplayList {
  /// The maximum number of drawings in a message. The limit ensures that all drawings of a message fit into it.
  package static let mostInMessage = 60

  /// The maximum size of a drawing in a message, in bytes of JSON.
  package static let messageShare = WorkerProtocol.messageLimit / (mostInMessage + 4)

  /// The drawing and its JSON. If the JSON exceeds ``messageShare``, the first entry that does not fit and all later
  /// ones are left out, and a note reports the omission.
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
