internal import InspectorKit
internal import JSONText
internal import Selectors
internal import WorkbenchSupport

// Requests for the descriptions of plugins, and the reading and validation of the replies.
extension InstalledPlugin {
  /// Returns the first message to a worker, which requests the plugin's description. The message excludes the classes
  /// that crash the plugin.
  ///
  /// - Parameter isTraced: true if the worker is to report each class before creating it.
  func describeRequest(isTraced: Bool = false) -> [UInt8] {
    let versions = WorkerProtocol.versions
    var message = "{\"id\":1,\"describe\":{\"protocol\":[\(versions.lowerBound),\(versions.upperBound)]"
    if isTraced { message += ",\"trace\":true" }
    let names = leftOut.map { JSON.string($0.className) }
    if !names.isEmpty { message += ",\"without\":\(JSON.array(names).text())" }
    return Array("\(message)}}".utf8)
  }

  /// Reads and validates the reply to a describe request. Throws if the reply reports an error or is not valid.
  func described(by bytes: [UInt8]) throws(PluginFailure) -> DescribedPlugin {
    // Nearly all workers repeat the known description, which is not parsed again.
    let head = Array(#"{"id":1,"description":"#.utf8)
    if let described, bytes.count == head.count + described.text.count + 1, bytes.starts(with: head),
      bytes[head.count...].starts(with: described.text)
    {
      return described
    }
    let json = try parse(bytes)
    if let error = json["error"] { throw failure(from: error) }
    try check(json["id"]?.intValue, isDue: 1)
    guard let described = json["description"] else { throw .noDescription(name) }
    return DescribedPlugin(try description(described), text: JSONReader.member("description", of: bytes) ?? [])
  }

  /// Returns a description from its JSON, or throws one failure that lists all its problems.
  private func description(_ json: JSON) throws(PluginFailure) -> PluginDescription {
    let description: PluginDescription
    do throws(DescriptionProblems) {
      description = try PluginDescription(reading: json, isData: isData)
    } catch {
      throw .wrongDeclarations(name, error.problems)
    }
    let conditions = description.conditionProblems(isData: isData)
    guard conditions.isEmpty else { throw .wrongDeclarations(name, conditions) }
    guard description.protocolVersions.overlaps(WorkerProtocol.versions) else {
      throw .otherProtocol(name, description.protocolVersions)
    }
    return description
  }

  /// Reads and validates the file of a plugin that is a description without code. Throws if the file cannot be read or
  /// is not valid.
  func describeAsData() throws(PluginFailure) -> DescribedPlugin {
    guard let path else { throw .unreadable(name) }
    switch FileText.read(path, atMost: WorkerProtocol.messageLimit) {
    case .bytes(let read): return try described(byText: read)
    case .tooLong(let count): throw .longFile(name, bytes: count)
    case .unreadable: throw .unreadable(name)
    }
  }

  /// Reads and validates the text of a description without code.
  func described(byText bytes: [UInt8]) throws(PluginFailure) -> DescribedPlugin {
    // The stored text has no whitespace and states the defaults that the file omits.
    let description = try description(try parse(bytes, isFile: true))
    return DescribedPlugin(description, text: Array(description.json.text().utf8)[...])
  }

  /// Parses JSON that the plugin sent or that its file contains. If the bytes are not JSON, throws a failure that names
  /// the plugin.
  ///
  /// - Parameter isFile: true for the plugin's file; the failure then names a line. False for a message.
  func parse(_ bytes: [UInt8], isFile: Bool = false) throws(PluginFailure) -> JSON {
    do throws(JSONSyntaxError) {
      return try JSON.parse(bytes)
    } catch {
      throw isFile ? .notJSON(name, inFile: bytes, error) : .notJSON(name, error)
    }
  }

  private func failure(from error: JSON) -> PluginFailure {
    let message = PluginText.capped(error["message"]?.stringValue ?? "gave no reason")
    let listed = (error["problems"]?.arrayValue ?? []).compactMap(\.stringValue)
    switch error["code"]?.stringValue.flatMap(DiagnosticCode.init) {
    case .pluginProblems: return .wrongDeclarations(name, listed)
    case .pluginVersion: return .otherVersion(name, message)
    default: return .refusedToDescribe(name, message)
    }
  }
}
