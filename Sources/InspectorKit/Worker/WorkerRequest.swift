package import JSONText

/// A message from the host.
enum WorkerRequest {
  case describe(DescribeHeader)

  /// The header, and a reader positioned before the array of rows, which is read one row at a time.
  case build(BuildHeader, JSONReader)

  /// Reads a message; `id` is set as soon as it is known, so that an error reply can contain it.
  init(_ message: UnsafeRawBufferPointer, id: inout Int) throws {
    var reader = JSONReader(message)
    var request: WorkerRequest?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "id") {
        id = try reader.readInt()
      } else if JSONString.equals(key, "describe") {
        request = .describe(try Self.describe(&reader))
      } else if JSONString.equals(key, "build") {
        // The rows are at the end of a message: they are read while components are built from them.
        self = try Self.build(reader)
        return
      } else {
        try reader.skipValue()
      }
    }
    try reader.end()
    guard let request else { throw StatedProblem("a request holds 'describe' or 'build'") }
    self = request
  }

  private static func describe(_ reader: inout JSONReader) throws -> DescribeHeader {
    var versions: ClosedRange<Int>?
    var (trace, without) = (false, Set<String>())
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "protocol") {
        var bounds: [Int] = []
        try reader.beginArray()
        while try reader.nextElement() { bounds.append(try reader.readInt()) }
        if bounds.count == 2, bounds[0] <= bounds[1] { versions = bounds[0]...bounds[1] }
      } else if JSONString.equals(key, "trace") {
        trace = try reader.readBool()
      } else if JSONString.equals(key, "without") {
        try reader.beginArray()
        while try reader.nextElement() { without.insert(try reader.readString()) }
      } else {
        try reader.skipValue()
      }
    }
    guard let versions else { throw StatedProblem("'protocol' is [lowest, highest]") }
    return DescribeHeader(versions: versions, trace: trace, without: without)
  }

  private static func build(_ start: JSONReader) throws -> WorkerRequest {
    var (reader, header) = (start, BuildHeader())
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "class") {
        header.className = try reader.readString()
      } else if JSONString.equals(key, "mode") {
        let text = try reader.readString()
        guard let mode = WorkerProtocol.Mode(rawValue: text) else {
          throw StatedProblem("there is no mode '\(text)'")
        }
        header.mode = mode
      } else if JSONString.equals(key, "cause") {
        // Other causes may be added later; an unknown cause is treated as that of the mode.
        header.isUndo = try reader.readString() == ChangeCause.undo.rawValue
      } else if JSONString.equals(key, "properties") {
        header.properties = try reader.readStrings()
      } else if JSONString.equals(key, "edits") {
        header.edits = try reader.readStrings()
      } else if JSONString.equals(key, "parent") {
        header.parent = try reader.readStrings()
      } else if JSONString.equals(key, "writes") {
        header.writes = try reader.readStrings()
      } else if JSONString.equals(key, "run") {
        header.action = try reader.readString()
      } else if JSONString.equals(key, "validate") {
        header.validate = try reader.readBool()
      } else if JSONString.equals(key, "before") {
        header.tellsBefore = try reader.readBool()
      } else if JSONString.equals(key, "lifecycle") {
        header.lifecycle = try reader.readBool()
      } else if JSONString.equals(key, "draw") {
        header.draws = try reader.readBool()
      } else if JSONString.equals(key, "trace") {
        header.trace = try reader.readBool()
      } else if JSONString.equals(key, "progress") {
        header.progress = try reader.readBool()
      } else if JSONString.equals(key, "rows") {
        return .build(header, reader)
      } else {
        try reader.skipValue()
      }
    }
    throw StatedProblem("'build' holds no 'rows'; they are its last member")
  }
}

extension JSONReader {
  /// Checks that a request ends after its rows.
  mutating func endRequest() throws {
    guard try nextKey() == nil, try nextKey() == nil else {
      throw StatedProblem("'rows' is the last member of 'build', and 'build' that of the message")
    }
    try end()
  }
}

/// The part of a build request that all its rows share.
struct BuildHeader {
  var className = ""
  var mode = WorkerProtocol.Mode.load

  /// True if components are rebuilt because an edit is undone or redone.
  var isUndo = false
  var properties: [String] = []
  var edits: [String] = []
  var parent: [String] = []

  /// The properties that extensions write, which are set after the stored attributes and before `awake`.
  var writes: [String] = []
  var trace = false

  /// The action to run on each component; nil for none.
  var action: String?

  /// True to report the current row if the last report was some time ago.
  var progress = false

  /// True if replies to edits contain the values before the edit.
  var tellsBefore = true

  /// True if each reply contains the build steps, one by one.
  var lifecycle = false

  /// True if each component is to draw itself. Each row then ends with its size, or with `[]` for the size of its
  /// frame.
  var draws = false

  /// True if stored values are checked against the rules of their properties.
  var validate = false
}

extension JSONReader {
  package mutating func readStrings() throws -> [String] {
    var strings: [String] = []
    try beginArray()
    while try nextElement() { strings.append(try readString()) }
    return strings
  }
}

/// The header of a request to describe.
struct DescribeHeader {
  /// The protocol versions that the host supports.
  var versions: ClosedRange<Int>

  /// True to report each class before a component of it is made.
  var trace = false

  /// Classes to leave out, because making one of them ends the plugin.
  var without: Set<String> = []
}
