/// A plugin, with its name, its version and the components that it registers.
///
/// The main file of a plugin, in full:
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

  /// The components and extensions that the plugin registers. Do not list base classes that another plugin registers.
  static var components: [Component.Type] { get }

  /// The rules that properties may name in `validate`, in addition to ``ValidationRule/standard``.
  static var rules: [ValidationRule] { get }

  /// The transformers that properties may name in `storedAs`.
  static var transformers: [ValueTransformer] { get }

  /// The paths of the files and folders that the plugin reads, relative to the plugin's own folder, such as
  /// `tables.json`.
  ///
  /// The sandbox lets the plugin open only these files. Symbolic links, hidden files and paths with `..` are refused.
  static var resources: [String] { get }

  /// Tells the plugin that settings declared with ``Setting(label:help:range:unit:options:personal:)`` have changed.
  /// Components built from now on read the new values, so a plugin needs this method only if it caches data derived
  /// from a setting, such as a table.
  ///
  /// - Parameter names: the names of the settings, in alphabetical order.
  static func settingsDidChange(_ names: [String])

  /// The words with a fixed spelling in labels, such as `CRM`, in addition to ``WordTable/standard``.
  static var words: [String] { get }
}

extension InspectorPlugin {
  /// The name of the plugin's type.
  public static var name: String { nameOfType(Self.self) }

  /// The default version, `1.0.0`.
  public static var version: String { "1.0.0" }

  /// The default: no rules in addition to ``ValidationRule/standard``.
  public static var rules: [ValidationRule] { [] }

  /// The default: no transformers.
  public static var transformers: [ValueTransformer] { [] }

  /// The default: no files in addition to the plugin's executable.
  public static var resources: [String] { [] }

  /// The default: no words in addition to ``WordTable/standard``.
  public static var words: [String] { [] }

  /// The default: does nothing.
  public static func settingsDidChange(_ names: [String]) {}

  /// Serves the host until the host closes the connection, and then ends the process. `@main` makes this method the
  /// start of the program; on a terminal it only prints a hint.
  public static func main() {
    PluginWorker(Self.self).serve()
  }
}
