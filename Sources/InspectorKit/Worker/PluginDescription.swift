/// A plugin's description of itself: its name, its version and its components.
public struct PluginDescription: Hashable, Sendable {
  /// The plugin's name, such as `Shapes`.
  public var name: String

  /// Its version, `1.2.3`.
  public var version: String

  /// The protocol versions it speaks.
  public var protocolVersions: ClosedRange<Int>

  /// The components that it registers.
  public var components: [ComponentDefinition]

  /// Base classes of its components that another plugin registers.
  public var bases: [ComponentDefinition]

  /// What it adds to classes, most of them other plugins'.
  public var extensions: [ComponentDefinition]

  /// The files and folders beside the plugin's file that it reads, by their paths from there.
  public var resources: [String]

  /// A description. Nothing is checked here; the host checks what a plugin sends.
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
