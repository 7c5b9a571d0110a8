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
/// Its executable is named `inspector-plugin-shapes`; the host finds it beside itself, on `$INSPECTOR_PLUGIN_PATH`, in
/// the user's plugin folder, or by `--plugin PATH`.
public protocol InspectorPlugin {
  /// The plugin's name; the type's name where not given.
  static var name: String { get }

  /// The plugin's version, `1.2.3`; `1.0.0` where not given.
  static var version: String { get }

  /// The components that the plugin registers. Base classes that another plugin registers are left out.
  static var components: [Component.Type] { get }

  /// Rules that properties may name in `validate`, beside ``ValidationRule/standard``.
  static var rules: [ValidationRule] { get }

  /// Files and folders beside the plugin's file that it reads, by their paths from there, such as `tables.json`.
  ///
  /// The sandbox opens these and no others. Links, hidden files and paths with `..` are refused.
  static var resources: [String] { get }

  /// Words with a spelling of their own in labels, such as `CRM`; see ``WordTable``.
  static var words: [String] { get }
}

extension InspectorPlugin {
  /// The name of the plugin's type.
  public static var name: String { nameOfType(Self.self) }

  /// `1.0.0`.
  public static var version: String { "1.0.0" }

  /// No rules beside the standard ones.
  public static var rules: [ValidationRule] { [] }

  /// None: the plugin reads its own file alone.
  public static var resources: [String] { [] }

  /// No words beside the standard ones.
  public static var words: [String] { [] }

  /// Serves the host until it closes the connection.
  public static func main() {
    WorkerLoop.run(PluginWorker(Self.self))
  }
}
