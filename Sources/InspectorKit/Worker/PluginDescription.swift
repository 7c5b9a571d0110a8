/// A plugin's description of itself, which the host requests once: its name, its version and the classes that it
/// registers.
public struct PluginDescription: Hashable, Sendable {
  /// The plugin's name, such as `Shapes`.
  public var name: String

  /// The plugin's version, such as `1.2.3`.
  public var version: String

  /// The protocol versions that the plugin supports.
  public var protocolVersions: ClosedRange<Int>

  /// The components that the plugin registers.
  public var components: [ComponentDefinition]

  /// The base classes of the plugin's components that the plugin does not register itself.
  public var bases: [ComponentDefinition]

  /// The extensions that the plugin registers. An extension adds properties to a class of any plugin.
  public var extensions: [ComponentDefinition]

  /// The paths of the files and folders that the plugin reads, relative to the plugin's own folder.
  public var resources: [String]

  /// The transformers that the plugin provides for stored values.
  public var transformers: [TransformerDeclaration]

  /// The settings that the plugin declares. Users set them under the keys `plugins.NAME.SETTING`.
  public var settings: [PluginSetting]

  /// The names of the component classes that a plugin in another language declares but does not register. Empty for a
  /// plugin in Swift, whose executable is searched for such classes. `plugin check` reports them.
  public var unlisted: [String]

  /// Makes a description. Nothing is checked here; the host checks the description that it receives.
  public init(
    name: String, version: String, protocolVersions: ClosedRange<Int> = WorkerProtocol.versions,
    components: [ComponentDefinition], bases: [ComponentDefinition] = [],
    extensions: [ComponentDefinition] = [], resources: [String] = [], unlisted: [String] = [],
    settings: [PluginSetting] = [], transformers: [TransformerDeclaration] = []
  ) {
    self.name = name
    self.version = version
    self.protocolVersions = protocolVersions
    self.components = components
    self.bases = bases
    self.extensions = extensions
    self.resources = resources
    self.unlisted = unlisted
    self.settings = settings
    self.transformers = transformers
  }
}
