/// How large a scene may be before it is refused with `json.limit`.
///
/// The defaults are far beyond any scene; they keep a broken or hostile file from taking the machine with it.
/// Places in a file are 64 bits wide, so files and objects beyond 4 GiB are read and edited as others are; memory is needed
/// for the whole file.
public struct SceneLimits: Hashable, Sendable {
  /// How many arrays and objects may stand within one another; a child takes two levels more than its parent.
  public var depth: Int

  /// How many objects a scene may have.
  public var objects: Int

  /// How many bytes a file may have.
  public var bytes: Int

  /// How many bytes are read from a source without a size, such as a pipe, which may never end.
  public var streamedBytes: Int

  /// Makes limits. `objects` is at most 2^30 - 1, and `streamedBytes` at most `bytes`; greater ones are lowered to that.
  public init(
    depth: Int = 250_000, objects: Int = 1_000_000_000, bytes: Int = 1 << 40, streamedBytes: Int = 1 << 30
  ) {
    self.depth = depth
    // Objects and classes are numbered in 30 bits.
    self.objects = min(objects, (1 << 30) - 1)
    self.bytes = bytes
    self.streamedBytes = min(bytes, streamedBytes)
  }
}
