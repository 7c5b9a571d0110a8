import Foundation
import Testing

@testable import SceneDocument

/// Tests of files that are written as a whole, such as pictures.
@Suite struct WholeFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("whole-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test func whoMayReadAFileStaysSo() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (path, link) = ("\(folder)/a.svg", "\(folder)/link.svg")
    try AtomicFile.write(Array("one".utf8), to: path, as: .picture)
    #expect(try mode(path) & 0o444 != 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.svg")
    try AtomicFile.write(Array("two".utf8), to: link, as: .picture)
    #expect(try mode(path) == 0o640)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.svg")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.svg", "link.svg"])
  }

  @Test func devicesAreNotReplaced() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try AtomicFile.write(Array("gone".utf8), to: "/dev/null", as: .picture)
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    #expect(throws: SceneError.self) { try AtomicFile.write([], to: "\(folder)/none/a.svg", as: .picture) }
    #expect(throws: SceneError.self) { try AtomicFile.write([1], to: folder, as: .picture) }
  }
}
