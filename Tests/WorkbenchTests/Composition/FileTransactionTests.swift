import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import Journaling
@testable import Workbench

/// Tests of replacing several files together or not at all.
@Suite struct FileTransactionTests {
  /// A folder with files and a state folder, removed when this object is released.
  private final class Folder {
    let path: String
    var environment: [String: String] { ["XDG_STATE_HOME": "\(path)/state"] }

    init() throws {
      path = try #require(realpath(NSTemporaryDirectory(), nil).map { String(cString: $0) }) + "/transaction-\(UUID())"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: file(name), atomically: true, encoding: .utf8)
    }

    func text(_ name: String) -> String? { try? String(contentsOfFile: file(name), encoding: .utf8) }

    /// Prepares the replacement of a file's text, without writing it.
    func prepared(_ name: String, _ text: String, _ options: SaveOptions = SaveOptions()) throws -> PreparedSave {
      let document = try TextDocument.load(path: file(name))
      _ = document.splice(0..<document.snapshot.bytes().count, with: Array(text.utf8), under: 1)
      return try document.saveJob(options: options).prepared()
    }

    /// The files that a transaction may have left behind.
    var leftovers: [String] {
      let records = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/state/inspector/transaction")) ?? []
      let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return records + files.filter { $0.hasPrefix(".inspector") }
    }

    /// Leaves the record of a transaction and its new files, like a process killed before it replaces a file.
    func leave(_ texts: [(name: String, new: String)]) throws {
      let saves = try texts.map { try prepared($0.name, $0.new) }
      let record = try TransactionRecord(saves)
      try record.write(environment)
      for (save, file) in zip(saves, record.files) {
        var save = save
        try save.give(name: file.new)
        save.close()
      }
    }

    func finish(_ name: String) -> [FinishedTransaction] {
      FinishedTransaction.all(of: file(name), environment: environment)
    }
  }

  @Test("all files are replaced, and nothing is left beside them")
  func replaces() throws {
    let folder = try Folder()
    try folder.write("old a", "a")
    try folder.write("old b", "b")
    let transaction = FileTransaction(environment: folder.environment)
    transaction.add(try folder.prepared("b", "new b"))
    transaction.add(try folder.prepared("a", "new a"))
    let new = try TextDocument(bytes: Array("new c".utf8), name: folder.file("c"))
    transaction.add(try new.saveJob(to: folder.file("c")).prepared())
    try transaction.commit()
    #expect(["a", "b", "c"].map(folder.text) == ["new a", "new b", "new c"])
    #expect(folder.leftovers == [])
  }

  @Test("a file that changed, a source that changed and a held lock leave all files as they are", arguments: 0..<4)
  func refuses(_ kind: Int) throws {
    let folder = try Folder()
    for name in ["a", "b", "source"] { try folder.write("old \(name)", name) }
    let transaction = FileTransaction(environment: folder.environment)
    transaction.expect([folder.file("source"): FileIdentity(path: folder.file("source"))])
    var options = SaveOptions()
    options.patience = .milliseconds(50)
    transaction.add(try folder.prepared("a", "new a", options))
    transaction.add(try folder.prepared("b", "new b", options))
    var lock: FileLock?
    switch kind {
    case 0: try folder.write("other b", "b")
    case 1: try folder.write("other source", "source")
    case 2: try FileManager.default.removeItem(atPath: folder.file("b"))
    default: lock = try FileLock.take(folder.file("b"))
    }
    defer { lock?.release() }
    let now = folder.text("b")
    let error = #expect(throws: SceneError.self) { try transaction.commit() }
    #expect(error?.code == (kind == 3 ? .ioLocked : .ioChanged))
    #expect(error?.file.hasSuffix(kind == 1 ? "source" : "b") == true)
    #expect(folder.text("a") == "old a")
    #expect(folder.text("b") == now)
    #expect(folder.leftovers == [])
  }

  @Test(
    "a file that cannot be replaced is named with those that are, and the next command finishes the work",
    arguments: [0, 1])
  func cannotReplace(broken: Int) throws {
    let folder = try Folder()
    let names = ["a", "b"]
    for name in names { try folder.write("old \(name)", name) }
    let target = folder.file(names[broken])
    // A folder replaces the file as soon as the first file has been replaced.
    let control = SaveControl(
      isCancelled: { false },
      commit: { _, step in
        rename(target, "\(target).kept")
        mkdir(target, 0o755)
        return step()
      })
    let transaction = FileTransaction(environment: folder.environment, control: control)
    for name in names { transaction.add(try folder.prepared(name, "new \(name)")) }
    let error = #expect(throws: SceneError.self) { try transaction.commit() }
    #expect(error?.file == target)
    #expect(error?.reason.code == .ioWrite)
    rmdir(target)
    rename("\(target).kept", target)
    if broken == 0 {
      #expect(transaction.replaced.isEmpty)
      #expect(names.map(folder.text) == ["old a", "old b"])
      #expect(folder.leftovers.isEmpty)
    } else {
      #expect(transaction.replaced == [folder.file("a")])
      #expect(error?.reason.message.contains("'\(folder.file("a"))'") == true)
      #expect(folder.finish("b").count == 1)
      #expect(names.map(folder.text) == ["new a", "new b"])
      #expect(folder.leftovers.isEmpty)
    }
  }

  @Test("the record names new files by absolute paths, whatever the working folder")
  func relative() throws {
    let folder = try Folder()
    let working = try #require(realpath(".", nil).map { String(cString: $0) })
    let up = String(repeating: "../", count: working.split(separator: "/").count)
    let new = try TextDocument(bytes: Array("new".utf8), name: "\(up)\(folder.path.dropFirst())/new")
    let record = try TransactionRecord([try new.saveJob(to: new.name).prepared()])
    #expect(record.files.map(\.path) == [folder.file("new")])
  }

  @Test("what a killed process left is finished by whoever opens one of its files, and by no one else")
  func finishes() throws {
    let folder = try Folder()
    for name in ["a", "b", "other"] { try folder.write("old \(name)", name) }
    try folder.leave([("a", "new a"), ("b", "new b")])
    #expect(folder.finish("other").isEmpty)
    #expect(folder.text("a") == "old a")
    guard case .finished(let files)? = folder.finish("b").first else {
      Issue.record("nothing was finished")
      return
    }
    #expect(files.count == 2)
    #expect(["a", "b"].map(folder.text) == ["new a", "new b"])
    #expect(folder.leftovers == [])
    #expect(folder.finish("b").isEmpty)
  }

  @Test("new files that are not all complete are removed, if no file was replaced")
  func undoes() throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.write("old \(name)", name) }
    try folder.leave([("a", "new a"), ("b", "new b")])
    let new = try #require(folder.leftovers.first { $0.hasSuffix("-1.new") })
    try folder.write("new", new)
    guard case .undone? = folder.finish("a").first else {
      Issue.record("the transaction was not undone")
      return
    }
    #expect(["a", "b"].map(folder.text) == ["old a", "old b"])
    #expect(folder.leftovers == [])
  }

  @Test("a file that has changed since is named, and nothing is lost")
  func keeps() throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.write("old \(name)", name) }
    try folder.leave([("a", "new a"), ("b", "new b")])
    let new = try #require(folder.leftovers.first { $0.hasSuffix("-0.new") })
    #expect(rename(folder.file(new), folder.file("a")) == 0)
    try folder.write("other b", "b")
    guard case .kept(let problem)? = folder.finish("a").first else {
      Issue.record("the transaction was not kept")
      return
    }
    #expect(problem.code == .journalChanged)
    for word in ["/a'", "/b' was not replaced", "-1.new", ".transaction.kept"] {
      #expect(problem.message.contains(word))
    }
    #expect(["a", "b"].map(folder.text) == ["new a", "other b"])
    #expect(folder.leftovers.count == 2)
    #expect(folder.finish("a").isEmpty)
  }

  @Test("the record of a running process is left alone")
  func isRunning() throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.write("old \(name)", name) }
    let saves = try ["a", "b"].map { try folder.prepared($0, "new \($0)") }
    let record = try TransactionRecord(saves)
    try record.write(folder.environment)
    #expect(folder.finish("a").isEmpty)
    for save in saves { save.abandon() }
    record.remove()
  }

  @Test("a record that others could have written is not used")
  func isUnsafe() throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.write("old \(name)", name) }
    try folder.leave([("a", "new a"), ("b", "new b")])
    let name = try #require(folder.leftovers.first { $0.hasSuffix(".transaction") })
    #expect(chmod(folder.file("state/inspector/transaction/\(name)"), 0o666) == 0)
    #expect(folder.finish("a").isEmpty)
    #expect(["a", "b"].map(folder.text) == ["old a", "old b"])
  }

  @Test("a damaged record, and one that names other files, is set aside and reported once", arguments: 0..<3)
  func isDamaged(_ kind: Int) throws {
    let folder = try Folder()
    for name in ["a", "b", "precious"] { try folder.write("old \(name)", name) }
    try folder.leave([("a", "new a"), ("b", "new b")])
    let name = try #require(folder.leftovers.first { $0.hasSuffix(".transaction") })
    let record = folder.file("state/inspector/transaction/\(name)")
    var text = try String(contentsOfFile: record, encoding: .utf8)
    switch kind {
    case 0: text = String(text.dropLast(20))
    case 1: text = #"{"format":"inspector-transaction/2","files":[]}"#
    default:
      let new = try #require(folder.leftovers.first { $0.hasSuffix("-1.new") })
      text = text.replacingOccurrences(of: new, with: "precious")
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: record))
    guard case .kept(let problem)? = folder.finish("a").first else {
      Issue.record("the record was used")
      return
    }
    #expect(problem.code == .journalDamaged)
    #expect(["a", "b", "precious"].map(folder.text) == ["old a", "old b", "old precious"])
    #expect(folder.leftovers.contains("\(name).kept"))
    #expect(folder.finish("a").isEmpty)
  }
}
