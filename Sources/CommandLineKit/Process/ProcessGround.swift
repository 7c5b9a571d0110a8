internal import Glibc
internal import JSONText
internal import SceneDocument

/// Prepares what the process needs before anything else is done: its first three descriptors, and a message where the
/// system has no memory left for it.
enum ProcessGround {
  static func prepare() {
    reserveDescriptors()
    // What is larger than `ulimit -f` allows is an error of the write.
    signal(SIGXFSZ, SIG_IGN)
    guard ProcessMemory.limit != nil else { return }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] { reportLackOfMemory(at: number) }
  }

  /// Takes those of the descriptors 0, 1 and 2 that are closed, so that no file or socket of ours becomes the standard
  /// output. Reading and writing them fails, as where they are closed.
  private static func reserveDescriptors() {
    // `O_PATH`, which Swift does not import.
    let path: Int32 = 0o10000000
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = Glibc.open("/", path | O_DIRECTORY) }
  }

  // MARK: memory

  /// Swift ends the program by a trap where `malloc` has nothing; then the person reads why, and the exit code is one of the
  /// table. Nothing is left half done: files are put in their places in one step.
  ///
  /// Any other trap ends the program as it did before.
  private static func reportLackOfMemory(at number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // What could not be had is at most twice of what the largest list has already.
      let wanted = (ProcessMemory.limit ?? 0) / 3 * 2
      guard mmap(nil, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED else {
        signal(number, SIG_DFL)
        return
      }
      let words: StaticString =
        "inspector: there is not enough memory; nothing is changed that was not reported; allow more ('ulimit -v')\n"
      _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
      _exit(ExitStatus.badDocument.rawValue)
    }
    sigaction(number, &action, nil)
  }
}
