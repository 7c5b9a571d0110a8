import Foundation

/// The compiler, run on a fixture with the macros and modules of this build.
struct Compiler {
  /// The folder of this build's products: `.build/debug`.
  let products: URL

  let swiftc: URL

  /// Finds the build products beside the running test bundle, and `swiftc` on `PATH`.
  ///
  /// Throws an error if something is missing, so that tests fail instead of being skipped.
  init() throws {
    products = try Self.testBundle().deletingLastPathComponent()
    for part in ["InspectorMacros-tool", "Modules/InspectorKit.swiftmodule"] {
      guard FileManager.default.fileExists(atPath: products.appending(path: part).path) else {
        throw Missing("no '\(part)' in '\(products.path)', beside the running tests; run 'swift build --build-tests'")
      }
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { URL(filePath: "\($0)/swiftc") }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw Missing("no 'swiftc' on PATH")
    }
    swiftc = found
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  struct Output {
    var text: String
    var succeeded: Bool
  }

  /// Compiles `source` as a file `Fixture.swift`, far enough for all diagnostics.
  ///
  /// Type checking alone is not enough, since it never expands the macros of an unused enumeration.
  func compile(_ source: String, _ options: [String] = []) throws -> Output {
    let folder = FileManager.default.temporaryDirectory.appending(path: "inspector-macro-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try source.write(to: folder.appending(path: "Fixture.swift"), atomically: true, encoding: .utf8)

    let sources = try packageRoot().appending(path: "Sources").path
    let process = Process()
    process.executableURL = swiftc
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { _, new in new }
    process.arguments =
      [
        "-emit-silgen", "-o", "/dev/null", "-module-name", "Fixture", "-parse-as-library", "-package-name", "fixtures",
        "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
        "-diagnostic-style=llvm", "-no-color-diagnostics",
        "-I", products.appending(path: "Modules").path, "-I", "\(sources)/CJSONC", "-I", "\(sources)/CNettle",
        "-Xcc", "-fmodule-map-file=\(products.appending(path: "CFontTable.build/module.modulemap").path)",
        "-load-plugin-executable", "\(products.appending(path: "InspectorMacros-tool").path)#InspectorMacros",
        // A separate module cache: the build's cache refuses a module that the build created under another spelling of
        // the path.
        "-module-cache-path", products.appending(path: "MacroTests.ModuleCache").path,
      ] + options + ["Fixture.swift"]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Output(text: String(decoding: bytes, as: UTF8.self), succeeded: process.terminationStatus == 0)
  }

  /// Returns the executable or bundle that runs these tests.
  private static func testBundle() throws -> URL {
    #if os(Linux)
      return URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    #else
      let arguments = CommandLine.arguments
      guard let bundle = arguments.first(where: { $0.contains(".xctest") }),
        let end = bundle.range(of: ".xctest")?.upperBound
      else { throw Missing("no test bundle among the arguments \(arguments)") }
      return URL(filePath: String(bundle[..<end]))
    #endif
  }
}

/// Returns the folder of `Package.swift`.
func packageRoot(_ file: String = #filePath) throws -> URL {
  URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
