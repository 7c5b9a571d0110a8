import Testing

/// Plugins that wait for a debugger.
@Suite struct DebuggerTests {
  @Test func aPluginWaits() throws { try expectPasses("Tools/attach_debugger.py") }
}
