import Glibc
import JSONText

/// The data of a native program or library (a 64-bit ELF file) with which the loader locates its libraries.
struct ProgramFile {
  /// The library folders that the file names (`DT_RPATH` and `DT_RUNPATH`), as absolute paths.
  let libraryFolders: [String]

  /// True if the file can be loaded into a program, as libraries and most programs can.
  let isLoadable: Bool

  /// The file names of the libraries that the file is linked with; empty if the file needs no libraries.
  let neededLibraries: [String]

  /// The path of the loader, which starts the program and finds its libraries; nil if the file names no loader.
  private(set) var loader: String?

  /// The processor type for which the file was built, such as `aarch64`; nil if the file was built for this machine.
  private(set) var foreignMachine: String?

  /// Reads a file; nil if the file is not a native program or library, or cannot be read.
  ///
  /// - Parameters:
  ///   - held: a descriptor of the open file; nil to open the path, at which a different file may be by now.
  ///   - isReal: true if the path has no links.
  init?(_ path: String, held: Int32? = nil, isReal: Bool = false) {
    // The read includes the program header table, which usually follows the file header.
    guard let file = File(path, held: held), let head = file.bytes(at: 0, upTo: 1024),
      head.count >= 64, head.number(at: 0, bytes: 4) == 0x464C_457F, head[4] == 2
    else { return nil }
    let machine = head.number(at: 18, bytes: 2)
    if machine != Self.machine { foreignMachine = Self.machines[machine] ?? "number \(machine)" }
    let (table, size, count) = (head.number(at: 32), Int(head.number(at: 54, bytes: 2)), head.number(at: 56, bytes: 2))
    let isInHead = table + size * count <= head.count
    guard size >= 56, let headers = isInHead ? head : file.bytes(at: table, count: size * count) else {
      (libraryFolders, neededLibraries, isLoadable) = ([], [], false)
      return
    }
    let segments = (0..<count).map { Segment(headers, at: (isInHead ? table : 0) + $0 * size) }
    if let segment = segments.first(where: { $0.kind == 3 }) {
      loader = file.bytes(at: segment.offset, count: min(segment.size, 4096)).map(Self.text)
    }
    let own = FileName.folder(of: isReal ? path : realpath(path) ?? path)
    let texts = Self.dynamicTexts(file, segments)
    // The folders of `DT_RUNPATH` replace those of the older `DT_RPATH`.
    let lists = texts.filter { $0.tag == Self.runPath }
    libraryFolders = (lists.isEmpty ? texts.filter { $0.tag == Self.oldPath } : lists).flatMap { list in
      list.text.parts(between: ":").map { Self.expanded($0, origin: own) }.filter { $0.begins(with: "/") }
    }
    neededLibraries = texts.filter { $0.tag == Self.needed }.map(\.text)
    isLoadable = head.number(at: 16, bytes: 2) == 3
  }

  /// The machine number in the ELF headers of native programs on this machine.
  private static let machine: Int = {
    #if arch(x86_64)
      62
    #elseif arch(arm64)
      183
    #else
      0
    #endif
  }()

  private static let machines = [
    3: "i386", 8: "mips", 20: "ppc", 21: "ppc64", 22: "s390", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv",
    258: "loongarch",
  ]

  /// Returns the text after `#!` in the first line of a script; nil for other files. Reads at most 256 bytes, as the
  /// kernel does.
  static func firstLine(ofScript path: String) -> String? {
    head(ofScript: path, bytes: 256).map { String(Substring($0.utf8.dropFirst(2).prefix { $0 != 0x0A })) }
  }

  /// Returns the first bytes of a script as text; nil for other files.
  static func head(ofScript path: String, bytes: Int) -> String? {
    guard let file = File(path), let bytes = file.bytes(at: 0, upTo: bytes), bytes.starts(with: "#!".utf8) else {
      return nil
    }
    return FileName.text(of: bytes)
  }

  // The tags of entries in the dynamic section: `DT_NEEDED`, `DT_RPATH` and `DT_RUNPATH`, which are texts, and
  // `DT_STRTAB`, the table with these texts.
  private static let (needed, oldPath, runPath, stringTable) = (1, 15, 29, 5)

  /// Returns the strings in the file's dynamic section, each with its tag: the names of libraries, and lists of
  /// folders.
  private static func dynamicTexts(_ file: File, _ segments: [Segment]) -> [(tag: Int, text: String)] {
    guard let dynamic = segments.first(where: { $0.kind == 2 }),
      let bytes = file.bytes(at: dynamic.offset, count: min(dynamic.size, 1 << 16))
    else { return [] }
    var entries: [(tag: Int, value: Int)] = []
    for place in stride(from: 0, to: bytes.count - 15, by: 16) {
      let tag = bytes.number(at: place)
      // A zero tag ends the section.
      guard tag != 0 else { break }
      if tag == needed || tag == oldPath || tag == runPath || tag == stringTable {
        entries.append((tag, bytes.number(at: place + 8)))
      }
    }
    guard let address = entries.first(where: { $0.tag == stringTable })?.value,
      let segment = segments.first(where: { $0.kind == 1 && ($0.address..<($0.address + $0.size)).contains(address) })
    else { return [] }
    let strings = segment.offset + address - segment.address
    return entries.filter { $0.tag != stringTable }.compactMap { entry in
      let most = entry.tag == needed ? 256 : 4096
      return file.bytes(at: strings + entry.value, upTo: most).map { (entry.tag, text($0)) }
    }
  }

  private static func expanded(_ path: String, origin: String) -> String {
    for name in ["$ORIGIN", "${ORIGIN}"] where path.begins(with: name) {
      return origin + String(path.unicodeScalars.dropFirst(name.unicodeScalars.count))
    }
    return path
  }

  /// Returns the text up to the first zero byte, or all of it if there is no zero byte.
  private static func text(_ bytes: [UInt8]) -> String {
    let count = bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { strnlen($0, bytes.count) } ?? 0 }
    return FileName.text(of: Array(bytes[..<count]))
  }

  /// A segment of the file: its kind, its offset in the file, its address in memory, and its size in the file.
  private struct Segment {
    let kind: Int
    let offset: Int
    let address: Int
    let size: Int

    init(_ headers: [UInt8], at place: Int) {
      kind = headers.number(at: place, bytes: 4)
      (offset, address) = (headers.number(at: place + 8), headers.number(at: place + 16))
      size = headers.number(at: place + 32)
    }
  }

  /// A file that is open for reading.
  private final class File {
    private let descriptor: Int32

    init?(_ path: String, held: Int32? = nil) {
      let copy = held.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? -1
      descriptor = copy >= 0 ? copy : JSONText.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor < 0 { return nil }
    }

    deinit { Glibc.close(descriptor) }

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
      bytes(at: offset, upTo: count).flatMap { $0.count == count ? $0 : nil }
    }

    func bytes(at offset: Int, upTo count: Int) -> [UInt8]? {
      guard offset >= 0, count >= 0, count <= 1 << 20 else { return nil }
      var read = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        read = pread(descriptor, buffer.baseAddress, count, off_t(offset))
        filled = max(read, 0)
      }
      return read < 0 ? nil : bytes
    }
  }
}

extension [UInt8] {
  /// Returns the little-endian number of 2, 4 or 8 bytes at an offset; 0 if the bytes are not all inside the array, or
  /// if the number is 2^48 or more.
  fileprivate func number(at place: Int, bytes: Int = 8) -> Int {
    guard place >= 0, place + bytes <= count else { return 0 }
    let value = self[place..<place + bytes].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // The limit is far below the largest integer, so a sum of two such numbers does not overflow.
    return value < 1 << 48 ? Int(value) : 0
  }
}

/// The kind of a file, according to the system's rules for executing files.
package enum ProgramKind: Hashable, Sendable {
  /// A program for this machine.
  case native
  /// A program for a different kind of machine, such as `aarch64`.
  case foreign(machine: String)
  /// A program whose loader, which would find its libraries, is missing.
  case withoutLoader(String)
  /// A script, and the program that interprets it.
  case script(interpreter: String)
  /// A script that cannot be interpreted.
  case brokenScript(ProgramProblem)
  /// A file that is neither a program nor a script.
  case other

  /// Determines the kind of a file from its contents.
  ///
  /// - Parameter environment: the environment, whose `PATH` is searched for the `NAME` of `#!/usr/bin/env NAME`.
  package init(ofFile path: String, environment: [String: String]) {
    if let program = ProgramFile(path) {
      if let machine = program.foreignMachine {
        self = .foreign(machine: machine)
      } else if let loader = program.loader, access(loader, F_OK) != 0 {
        self = .withoutLoader(loader)
      } else {
        self = .native
      }
      return
    }
    guard ProgramFile.firstLine(ofScript: path) != nil else {
      self = .other
      return
    }
    do throws(ProgramProblem) {
      self = .script(interpreter: try WorkerProgram(confined: HeldProgram(path), environment: environment).executable)
    } catch {
      self = .brokenScript(error)
    }
  }
}
