/// The time, memory and threads that a plugin may take, and whether it runs in a sandbox.
public struct PluginLimits: Hashable, Sendable {
  /// How long it may take for any answer.
  public var answer: Duration

  /// How many bytes of address space each of its workers may have; 0 for any number.
  public var memory: Int

  /// Whether its workers run in a sandbox.
  public var sandbox: PluginSandbox

  /// The greatest number of threads of each of its workers in a sandbox; 0 for any number.
  public var threads: Int

  /// More threads than components have use for.
  public static let usualThreads = 64

  /// The greatest number of bytes of all files that a worker writes in a sandbox.
  static let mostBytes = 256 << 20

  /// The greatest number of files and folders that a worker writes in a sandbox.
  static let mostFiles = 4096

  /// Far more than components need, and so much that also runtimes which reserve memory ahead start with it.
  public static let usualMemory = 4096 << 20

  /// Limits: 5 seconds for an answer, 4 GiB of address space, a sandbox as far as the kernel has one, and 64 threads, where
  /// not given.
  public init(
    answer: Duration = .seconds(5), memory: Int = usualMemory, sandbox: PluginSandbox = .attempt,
    threads: Int = usualThreads
  ) {
    self.threads = threads
    self.answer = answer
    self.memory = memory
    self.sandbox = sandbox
  }
}
