internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A cache of plugins' replies to describe requests, keyed by the identity of the plugin files. With a cached reply,
/// the program learns a plugin's description without starting a process.
struct DescriptionCache {
  private let folder: String?

  init(environment: [String: String]) {
    folder = UserFolder.cache.path(environment).map { "\($0)/inspector/plugins" }
  }

  /// A plugin's cached reply to a describe request.
  enum Answer {
    case description(DescribedPlugin)
    case failure(PluginFailure, under: PluginLimits)
  }

  /// The identity of one build of a plugin, and the cache file for its reply.
  struct Build {
    /// The key that distinguishes this build from all others.
    fileprivate let identity: String
    fileprivate let file: String
  }

  /// Returns the build that a plugin's file contained when the file was opened; nil if there was no file, or if the
  /// environment names no folder for the cache.
  func build(of program: HeldProgram) -> Build? {
    guard let folder, let real = program.realPath, let file = program.identity else { return nil }
    // One executable may serve as several plugins, each named by a link that leads to the executable.
    let name = program.path.parts(between: "/").last ?? ""
    let identity = "\(Self.host) \(real) \(file.text) \(name)"
    // The hash only names the file; the identity itself is compared.
    return Build(identity: identity, file: "\(folder)/\(Self.sum(identity.utf8)).json")
  }

  /// The identity of this program's own build. The cache key includes this identity, since another build may accept
  /// different descriptions.
  private static let host: String = {
    var status = stat()
    guard let real = realpath("/proc/self/exe"), stat(real, &status) == 0 else { return "4" }
    return "4 \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }()

  /// Returns a 64-bit checksum as hexadecimal digits, by a variant of FNV-1a that hashes eight bytes at a time.
  private static func sum(_ bytes: some Collection<UInt8>) -> String {
    let sum = ContiguousArray(bytes).withUnsafeBytes { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      func add(_ word: UInt64) {
        sum = (sum ^ word) &* 0x100_0000_01b3
        sum ^= sum >> 32
      }
      let whole = bytes.count & ~7
      for place in stride(from: 0, to: whole, by: 8) {
        add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      for byte in bytes[whole...] { add(UInt64(byte)) }
      return sum
    }
    return String(sum, radix: 16)
  }

  /// Returns the cached reply of a build; nil if the cache has no reply of this build, or if the cache file is damaged.
  func answer(of build: Build) -> Answer? {
    // A cache file contains one message and a short header.
    guard case .bytes(let bytes) = FileText.read(build.file, atMost: 2 * WorkerProtocol.messageLimit),
      let head = bytes.withUnsafeBytes({ head(of: $0) }),
      head.identity == build.identity
    else { return nil }
    // The text is the last member, so it need not be parsed to find its end.
    let text = bytes[head.end...].dropLast()
    guard Self.sum(text) == head.sum else { return nil }
    guard head.isFailure else {
      return head.outline.flatMap { DescribedPlugin(checked: text, $0) }.map { .description($0) }
    }
    return (try? JSON.parse(Array(text))).flatMap { Answer(failure: $0) }
  }

  /// Returns the fields that precede a cached reply and the offset at which the reply begins; nil if the bytes are not
  /// a valid cache file.
  private func head(
    of bytes: UnsafeRawBufferPointer
  ) -> (identity: String, sum: String, isFailure: Bool, outline: DescriptionOutline?, end: Int)? {
    var reader = JSONReader(bytes)
    do {
      try reader.beginObject()
      guard let key = try reader.nextKey(), JSONString.equals(key, "identity") else { return nil }
      let identity = try reader.readString()
      guard let key = try reader.nextKey(), JSONString.equals(key, "sum") else { return nil }
      let sum = try reader.readString()
      guard var key = try reader.nextKey() else { return nil }
      var outline: DescriptionOutline?
      if JSONString.equals(key, "outline") {
        outline = try DescriptionOutline(kept: &reader)
        guard let next = try reader.nextKey() else { return nil }
        key = next
      }
      let isFailure = JSONString.equals(key, "failure")
      guard isFailure || JSONString.equals(key, "description") else { return nil }
      return (identity, sum, isFailure, outline, reader.offset)
    } catch {
      return nil
    }
  }

  /// Stores a reply in the cache file of its build. Failures to write the file are ignored.
  func keep(_ answer: Answer, of build: Build) {
    guard let folder else { return }
    let (member, text) = answer.member
    var members: [JSON.Member] = [.init("identity", .string(build.identity)), .init("sum", .string(Self.sum(text)))]
    if case .description = answer {
      guard let outline = DescriptionOutline(of: text) else { return }
      members.append(.init("outline", outline.json))
    }
    let head = JSON.object(members)
    let bytes = Array("\(head.text().dropLast()),\"\(member)\":".utf8) + text + Array("}".utf8)
    makeFolders(folder)
    guard var new = try? AtomicFile(name: build.file, target: build.file) else { return }
    guard FileText.write(bytes, toDescriptor: new.descriptor) else {
      _ = new.abandon(errno)
      return
    }
    // A text that was damaged by a power failure does not match its checksum.
    _ = try? new.commitQuickly()
  }

  /// Removes the cached reply of a build, so that the next start queries the plugin again.
  func forget(_ build: Build) { unlink(build.file) }
}

extension DescriptionCache.Answer {
  /// The name and the JSON text of the cache file's member for the reply.
  fileprivate var member: (name: String, text: ArraySlice<UInt8>) {
    switch self {
    case .description(let description): return ("description", description.text)
    case .failure(let failure, let limits):
      let (seconds, attoseconds) = limits.answer.components
      let json: JSON = [
        "kind": .string(failure.kind.rawValue), "plugin": .string(failure.plugin), "message": .string(failure.message),
        "end": failure.end.map(\.json) ?? .null,
        "problems": .array(failure.problems.map(JSON.string)),
        "answer": [.int(Int(seconds)), .int(Int(attoseconds))], "memory": .int(limits.memory),
        "sandbox": .string(limits.sandbox.rawValue), "threads": .int(limits.threads),
      ]
      return ("failure", Array(json.text().utf8)[...])
    }
  }

  fileprivate init?(failure json: JSON) {
    guard let kind = json["kind"]?.stringValue.flatMap(PluginFailure.Kind.init),
      let plugin = json["plugin"]?.stringValue,
      let message = json["message"]?.stringValue, let problems = json["problems"]?.arrayValue,
      let answer = json["answer"]?.arrayValue?.compactMap(\.intValue), answer.count == 2,
      let memory = json["memory"]?.intValue, let threads = json["threads"]?.intValue,
      let sandbox = json["sandbox"]?.stringValue.flatMap(PluginSandbox.init)
    else { return nil }
    var failure = PluginFailure(kind, plugin: plugin, message: message, problems: problems.compactMap(\.stringValue))
    failure.end = json["end"].flatMap(PluginFailure.ProcessEnd.init)
    let duration = Duration(secondsComponent: Int64(answer[0]), attosecondsComponent: Int64(answer[1]))
    self = .failure(failure, under: PluginLimits(answer: duration, memory: memory, sandbox: sandbox, threads: threads))
  }
}

extension PluginFailure.ProcessEnd {
  /// The process end as a JSON array for the cache: the name of the case, and the code or signal number.
  fileprivate var json: JSON {
    switch self {
    case .notBegun(let code): ["notBegun", .int(Int(code))]
    case .signal(let signal): ["signal", .int(Int(signal))]
    case .exit(let code): ["exit", .int(Int(code))]
    }
  }

  fileprivate init?(_ json: JSON) {
    guard let parts = json.arrayValue, parts.count == 2, let number = parts[1].intValue.flatMap(Int32.init(exactly:))
    else { return nil }
    switch parts[0].stringValue {
    case "notBegun": self = .notBegun(code: number)
    case "signal": self = .signal(number)
    case "exit": self = .exit(code: number)
    default: return nil
    }
  }
}

extension PluginFailure.Kind {
  /// True if the cache stores failures of this kind. A plugin with a cached failure is not queried again while its file
  /// is unchanged.
  var isKept: Bool {
    switch self {
    case .version, .crashed, .timeout, .garbage, .problems: true
    // A failed start is cheap to detect again, and a missing part may be there next time.
    case .missing, .tooLarge, .changed, .unconfined, .cancelled: false
    }
  }
}

extension PluginLimits {
  /// Returns true if a plugin that failed under these limits is expected to fail under the other limits, too.
  func cover(_ others: PluginLimits) -> Bool {
    func isCovered(_ limit: KeyPath<PluginLimits, Int>) -> Bool {
      self[keyPath: limit] == 0 || (1...self[keyPath: limit]).contains(others[keyPath: limit])
    }
    return others.answer <= answer && isCovered(\.memory) && isCovered(\.threads)
      && (sandbox == .off || sandbox == others.sandbox)
  }
}
