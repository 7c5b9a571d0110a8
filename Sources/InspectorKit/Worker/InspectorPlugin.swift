/// A plugin: a name, a version and the components it registers.
///
/// The whole main file of a plugin:
///
/// ```swift
/// import InspectorKit
///
/// @main struct Shapes: InspectorPlugin {
///   static var components: [Component.Type] { [StarView.self, EllipseView.self] }
/// }
/// ```
///
/// The executable of this plugin is named `inspector-plugin-shapes`. The host looks for it next to its own
/// executable, on `$INSPECTOR_PLUGIN_PATH` and in the user's plugin folder, or uses the file of `--plugin PATH`.
public protocol InspectorPlugin {
  /// The plugin's name; by default the type's name.
  static var name: String { get }

  /// The plugin's version, such as `1.2.3`; by default `1.0.0`.
  static var version: String { get }

  /// The components that the plugin registers. Leave out base classes that a different plugin registers.
  static var components: [Component.Type] { get }

  /// The rules that properties may name in `validate`, in addition to ``ValidationRule/standard``.
  static var rules: [ValidationRule] { get }

  /// The files and folders that the plugin reads, by their paths relative to its folder, such as `tables.json`.
  ///
  /// The sandbox lets the plugin open these files and no others. Links, hidden files and paths with `..` are refused.
  static var resources: [String] { get }

  /// The words with a fixed spelling in labels, such as `CRM`, in addition to ``WordTable/standard``.
  static var words: [String] { get }
}

extension InspectorPlugin {
  /// The name of the plugin's type.
  public static var name: String { nameOfType(Self.self) }

  /// The default version, `1.0.0`.
  public static var version: String { "1.0.0" }

  /// The default: no rules besides the standard ones.
  public static var rules: [ValidationRule] { [] }

  /// The default: no files. The plugin reads only its own file.
  public static var resources: [String] { [] }

  /// The default: no words besides the standard ones.
  public static var words: [String] { [] }

  /// Serves the host until it closes the connection.
  public static func main() {
    PluginWorker(Self.self).serve()
  }
}
