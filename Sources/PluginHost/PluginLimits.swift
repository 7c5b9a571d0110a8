/// How much time and memory a plugin may take, and whether it runs in a sandbox.
public struct PluginLimits: Hashable, Sendable {
  /// How long it may take for any answer.
  public var answer: Duration

  /// How many bytes of address space each of its workers may have; 0 for any number.
  public var memory: Int

  /// Whether its workers run in a sandbox.
  public var sandbox: PluginSandbox

  /// Far more than components need, and so much that also runtimes which reserve memory ahead start with it.
  public static let usualMemory = 4096 << 20

  /// Limits: 5 seconds for an answer, 4 GiB of address space, and a sandbox as far as the kernel has one, where not given.
  public init(answer: Duration = .seconds(5), memory: Int = usualMemory, sandbox: PluginSandbox = .attempt) {
    self.answer = answer
    self.memory = memory
    self.sandbox = sandbox
  }
}
