/// The limits of a plugin's time, memory and threads, and the sandbox mode of its workers.
public struct PluginLimits: Hashable, Sendable {
  /// The time limit for each reply; a worker that exceeds the limit is ended.
  public var answer: Duration

  /// The maximum address space of each worker, in bytes; 0 for no limit.
  public var memory: Int

  /// The sandbox mode, which decides whether workers run without a complete sandbox.
  public var sandbox: PluginSandbox

  /// The maximum number of threads of each worker in a sandbox; 0 for no limit.
  public var threads: Int

  /// The default limit of threads for each worker, which is more than components need.
  public static let usualThreads = 64

  /// The maximum total size of the files that a worker writes in a sandbox, in bytes. A worker that writes more is
  /// ended.
  static let mostBytes = 256 << 20

  /// The maximum number of files and folders that a worker writes in a sandbox. A worker that writes more is ended.
  static let mostFiles = 4096

  /// The default address space in bytes: far more than components need, and enough for runtimes that reserve memory
  /// ahead.
  public static let usualMemory = 4096 << 20

  /// Creates limits. The defaults are 5 seconds for a reply, 4 GiB of address space, as much of the sandbox as the
  /// kernel supports, and 64 threads.
  public init(
    answer: Duration = .seconds(5), memory: Int = usualMemory, sandbox: PluginSandbox = .attempt,
    threads: Int = usualThreads
  ) {
    (self.answer, self.memory, self.sandbox, self.threads) = (answer, memory, sandbox, threads)
  }
}
