/// A plugin's description of itself: its name, its version and its components.
public struct PluginDescription: Hashable, Sendable {
  /// The plugin's name, such as `Shapes`.
  public var name: String

  /// The plugin's version, such as `1.2.3`.
  public var version: String

  /// The protocol versions that the plugin supports.
  public var protocolVersions: ClosedRange<Int>

  /// The components that the plugin registers.
  public var components: [ComponentDefinition]

  /// The base classes of the plugin's components that a different plugin registers.
  public var bases: [ComponentDefinition]

  /// The extensions, which add properties to classes, mostly those of other plugins.
  public var extensions: [ComponentDefinition]

  /// The files and folders that the plugin reads, by their paths relative to its folder.
  public var resources: [String]

  /// Makes a description. Nothing is checked here, since the host checks a plugin's description.
  public init(
    name: String, version: String, protocolVersions: ClosedRange<Int> = WorkerProtocol.versions,
    components: [ComponentDefinition], bases: [ComponentDefinition] = [],
    extensions: [ComponentDefinition] = [], resources: [String] = []
  ) {
    self.name = name
    self.version = version
    self.protocolVersions = protocolVersions
    self.components = components
    self.bases = bases
    self.extensions = extensions
    self.resources = resources
  }
}
