import Foundation
import Testing

/// The program at a terminal: each `Tests/Terminal/<case>.case` is typed, and the screen looked at, by `Tests/Terminal/drive`.
@Suite(.serialized) struct TerminalCaseTests {
  private static let folder = "\(GoldenCase.testsFolder)/Terminal"

  static let cases: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".case") }.sorted()

  @Test func thereAreCases() { #expect(Self.cases.count >= 7) }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 types"), arguments: cases)
  func holds(name: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(Self.folder)/drive")
    process.arguments = [GoldenCase.buildFolder, "\(Self.folder)/\(name)"]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
