internal import Synchronization

/// The limits beyond which a scene is refused with `json.limit`.
///
/// The defaults are far beyond any real scene; they keep a broken or hostile file from exhausting the machine. Files
/// and objects beyond 4 GiB can be read and edited; memory is needed for the whole file.
public struct SceneLimits: Hashable, Sendable {
  /// The maximum nesting depth of arrays and objects; a child is two levels deeper than its parent.
  public var depth: Int

  /// The maximum number of objects in a scene.
  public var objects: Int

  /// The maximum size of a file in bytes.
  public var bytes: Int

  /// The maximum number of bytes to read from a pipe or a similar source, since such a source may never end.
  public var streamedBytes: Int

  /// Creates limits. A value of `objects` above 2^30 - 1 is lowered to 2^30 - 1, and a value of `streamedBytes` above
  /// `bytes` is lowered to `bytes`.
  public init(
    depth: Int = 250_000, objects: Int = 1_000_000_000, bytes: Int = 1 << 40, streamedBytes: Int = 1 << 30
  ) {
    self.depth = depth
    // The index stores object numbers in 32 bits, with room for special values.
    self.objects = min(objects, (1 << 30) - 1)
    self.bytes = bytes
    self.streamedBytes = min(bytes, streamedBytes)
  }

  /// The default limits for documents in the whole process. The program takes them from the settings `scenes.depth`,
  /// `scenes.objects`, `scenes.size` and `scenes.pipe`.
  public static var current: SceneLimits {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  private static let shared = Mutex(SceneLimits())
}
