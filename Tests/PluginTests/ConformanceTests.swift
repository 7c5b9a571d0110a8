import InspectorTesting
import Testing

/// The sample plugins keep the laws that all plugins keep.
@Suite struct ConformanceTests {
  @Test(arguments: 0..<PluginUnderTest.all.count)
  func aSamplePluginKeepsTheLaws(_ place: Int) {
    let report = expectConformance(of: PluginUnderTest.all[place])
    #expect(report.cases > 50)
  }
}
