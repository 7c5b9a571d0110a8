import SwiftSyntaxMacros

#if SWIFT_SYNTAX_PACKAGE
  import SwiftCompilerPlugin

  /// The executable that the compiler runs to expand this module's macros.
  @main struct InspectorMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = inspectorMacros
  }
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  /// The executable that the compiler runs to expand this module's macros.
  ///
  /// The toolchain's copy of swift-syntax lacks the `SwiftCompilerPlugin` module. This type does the same as that
  /// module's `CompilerPlugin`, with only the modules that the toolchain has.
  @main struct InspectorMacrosPlugin: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws(UnknownMacro) -> any Macro.Type {
      guard let macro = inspectorMacros.first(where: { "\($0)" == typeName }) else {
        throw UnknownMacro(description: "no macro '\(typeName)' in '\(moduleName)'; clean the build folder")
      }
      return macro
    }

    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: InspectorMacrosPlugin()).main()
    }
  }

  /// An error for a requested macro that this executable does not have.
  struct UnknownMacro: Error, CustomStringConvertible {
    let description: String
  }
#endif

/// All macros of this module. The compiler requests a macro by the name of its type.
var inspectorMacros: [any Macro.Type] {
  [
    ComponentMacro.self, InspectableMacro.self, PartMacro.self, ActionMacro.self, SettingMacro.self, ColorMacro.self,
    GroupMacro.self,
  ]
}
