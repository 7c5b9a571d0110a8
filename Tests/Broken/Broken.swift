import InspectorKit

/// One executable for all plugins of this folder that are written in Swift; it is the one after which its file is
/// named: `inspector-plugin-badrange` is `BadRange`.
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
