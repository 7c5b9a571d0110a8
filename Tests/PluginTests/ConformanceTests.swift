import InspectorTesting
import Testing

/// Tests of the sample plugins against the conformance laws.
@Suite struct ConformanceTests {
  @Test(arguments: 0..<PluginUnderTest.all.count)
  func aSamplePluginKeepsTheLaws(_ place: Int) {
    let report = expectConformance(of: PluginUnderTest.all[place])
    #expect(report.cases > 50)
  }
}
