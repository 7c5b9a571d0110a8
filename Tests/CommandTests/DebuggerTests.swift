import Testing

/// Tests of plugins that wait for a debugger.
@Suite struct DebuggerTests {
  @Test func aPluginWaits() throws { try expectPasses("Tools/attach_debugger.py") }
}
