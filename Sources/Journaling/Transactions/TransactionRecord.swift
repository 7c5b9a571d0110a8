internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The durable record of a ``FileTransaction``, in the format `inspector-transaction/1`. It contains the path of each
/// file, the path of the new file next to it, and the SHA-256 of the old and of the new text.
///
/// Records are in the folder `inspector/transaction` of the user's state folder, to which nobody else can write. The
/// process that makes the transaction holds a lock on the record (`flock`). If another process can lock a record, the
/// process that wrote it was killed.
final class TransactionRecord {
  /// The replacement of one file in the transaction.
  struct File {
    /// The path of the file to replace, with all symbolic links resolved.
    var path: String
    /// The path of the new file, in the same folder as the old one.
    var new: String
    /// The SHA-256 of the old text in hexadecimal digits; nil if there is no old file.
    var before: String?
    /// The SHA-256 of the new text in hexadecimal digits.
    var after: String
  }

  static let format = "inspector-transaction/1"

  /// The files in the order in which they are replaced.
  let files: [File]

  private let name: String
  private var folder: Int32 = -1
  private var descriptor: Int32 = -1

  /// Creates the record for prepared files, without writing it. Reads the old files to compute their SHA-256.
  init(_ saves: [PreparedSave]) throws(SceneError) {
    var generator = SystemRandomNumberGenerator()
    let id = String(generator.next(), radix: 36)
    var files: [File] = []
    for (number, save) in saves.enumerated() {
      files.append(
        File(
          path: save.target, new: Self.new(number, beside: save.target, of: id), before: try Self.sha256(save.target),
          after: save.snapshot.sha256))
    }
    (self.files, name) = (files, id)
  }

  /// Creates the record from the contents of an open file.
  ///
  /// - Parameters:
  ///   - name: the name of the record, without the ending.
  ///   - folder: the descriptor of the folder, which the record closes.
  ///   - descriptor: the descriptor of the file, which the record closes.
  private init(_ files: [File], name: String, in folder: Int32, _ descriptor: Int32) {
    (self.files, self.name, self.folder, self.descriptor) = (files, name, folder, descriptor)
  }

  /// Parses the text of a record; nil if the text is invalid.
  private static func files(_ text: [UInt8], name: String) -> [File]? {
    guard let json = try? JSON.parse(text), json["format"]?.stringValue == format, let list = json["files"]?.arrayValue
    else { return nil }
    let files = list.enumerated().compactMap { number, file -> File? in
      guard let path = file["path"]?.stringValue, path.begins(with: "/"), let after = file["after"]?.stringValue,
        // A damaged or forged record must not cause other files to be renamed or removed.
        let new = file["new"]?.stringValue, new.isExactly(Self.new(number, beside: path, of: name))
      else { return nil }
      return File(path: path, new: new, before: file["before"]?.stringValue, after: after)
    }
    return files.count == list.count ? files : nil
  }

  deinit { for file in [folder, descriptor] where file >= 0 { close(file) } }

  /// Writes the record, and returns when it is durable.
  func write(_ environment: [String: String]) throws(Diagnostic) {
    guard let state = UserFolder.state.path(environment) else { throw Diagnostic(JournalRefusal.noFolder) }
    folder = try JournalFolder.opened(state, Self.folderName)
    let path = "\(Self.path(state))/\(file)"
    descriptor = openat(folder, "\(file).tmp", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Diagnostic(JournalRefusal.folder(path, errno: errno)) }
    let isWritten =
      flock(descriptor, LOCK_EX | LOCK_NB) == 0 && FileText.write(text, toDescriptor: descriptor)
      && fsync(descriptor) == 0 && renameat(folder, "\(file).tmp", folder, file) == 0 && fsync(folder) == 0
    guard isWritten else {
      let error = errno
      unlinkat(folder, "\(file).tmp", 0)
      unlinkat(folder, file, 0)
      throw Diagnostic(JournalRefusal.write(path, errno: error))
    }
  }

  /// Removes the record of a transaction that is complete or has not begun.
  func remove() {
    unlinkat(folder, file, 0)
    fsync(folder)
  }

  /// Renames the record to ``keptName``, so that later commands ignore it.
  func setAside() {
    renameat(folder, file, folder, keptName)
    fsync(folder)
  }

  /// The name of the record's file after the record was set aside for the user.
  var keptName: String { "\(file).kept" }

  private var file: String { "\(name)\(Self.ending)" }

  private var text: [UInt8] {
    let list = files.map { file in
      JSON.object([
        .init("path", .string(file.path)), .init("new", .string(file.new)),
        .init("before", file.before.map(JSON.string) ?? .null), .init("after", .string(file.after)),
      ])
    }
    return Array(JSON.object([.init("format", .string(Self.format)), .init("files", .array(list))]).text().utf8)
  }

  // MARK: Files

  /// Returns the path of a transaction's new file with the given number, next to the old file.
  private static func new(_ number: Int, beside path: String, of name: String) -> String {
    "\(FileName.folder(of: path))/.inspector-\(name)-\(number).new"
  }

  /// A record that a killed process has left.
  enum Left {
    case sound(TransactionRecord)
    /// The file is not a valid record. It was set aside under the given name.
    case damaged(keptName: String)
  }

  /// Locks and reads a record that a killed process has left. Returns nil if the record belongs to a running process,
  /// no longer exists, or is a file that other users can write.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - state: the user's state folder.
  static func left(_ name: String, state: String) -> Left? {
    guard let folder = try? JournalFolder.opened(state, folderName) else { return nil }
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    var named = stat()
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      let status = try? JournalFolder.checked(descriptor, name),
      fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0, named.st_ino == status.st_ino,
      let bytes = FileText.read(descriptor, count: Int(status.st_size))
    else {
      if descriptor >= 0 { close(descriptor) }
      close(folder)
      return nil
    }
    let id = String(name.dropLast(ending.count))
    if let files = files(bytes, name: id) { return .sound(TransactionRecord(files, name: id, in: folder, descriptor)) }
    let keptName = "\(name).kept"
    renameat(folder, name, folder, keptName)
    close(descriptor)
    close(folder)
    return .damaged(keptName: keptName)
  }

  static let ending = ".transaction"
  static let folderName = "transaction"

  /// Returns the path of the folder of records within a state folder.
  static func path(_ state: String) -> String { "\(state)/inspector/\(folderName)" }

  /// Returns the SHA-256 of a file in hexadecimal digits; nil if the file does not exist. Throws `io.read` if the file
  /// cannot be read.
  static func sha256(_ path: String) throws(SceneError) -> String? {
    if let bytes = FileText.read(path) { return SHA256.hex(of: bytes) }
    let error = errno
    guard FileIdentity.status(path) != nil else { return nil }
    throw SceneError(FileRefusal.cannotRead(errno: error), file: path)
  }
}
