/// How much time and memory a plugin may take.
public struct PluginLimits: Hashable, Sendable {
  /// How long it may take for any answer.
  public var answer: Duration

  /// How many bytes of address space each of its workers may have; 0 for any number.
  public var memory: Int

  /// Far more than components need, and so much that also runtimes which reserve memory ahead start with it.
  public static let usualMemory = 4096 << 20

  /// Limits: 5 seconds for an answer and 4 GiB of address space where not given.
  public init(answer: Duration = .seconds(5), memory: Int = usualMemory) {
    self.answer = answer
    self.memory = memory
  }
}
