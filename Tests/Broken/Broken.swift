import InspectorKit

/// One executable for all faulty Swift plugins of this folder. The file name selects the plugin:
/// `inspector-plugin-badrange` runs `BadRange`.
@main enum Broken {
  static var plugins: [any InspectorPlugin.Type] {
    [
      AliasCycle.self, BadDefault.self, BadRange.self, BadTransformer.self, DependsOnCycle.self, DiesInDescribe.self,
      DuplicateNames.self,
      LabelCollision.self, PrintsToStdout.self, TrapsInInit.self, UnsupportedType.self,
    ]
  }

  static func main() {
    let file = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    plugins.first { file == "inspector-plugin-\($0.name.lowercased())" }?.main()
  }
}
