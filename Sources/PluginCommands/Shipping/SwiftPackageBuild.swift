internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument

/// A build of a Swift package into one static executable, with the `swift` on the PATH.
struct SwiftPackageBuild {
  let run: CommandRun

  /// The folder of the package.
  let folder: String

  /// The folder of the build products, separate from other builds, which use different linker options.
  private var scratch: String { "\(folder)/.build/inspector-pack" }

  private var packagePath: [String] { ["--package-path", folder, "--scratch-path", scratch] }

  /// The options for a release build with a static Swift library and without debug information.
  private static let options = [
    "-c", "release", "--static-swift-stdlib", "--disable-local-rpath", "-debug-info-format", "none",
  ]

  /// A toolset for a static, position-independent executable. It applies to code for the target machine, but not to
  /// macros, which run in the compiler.
  private static let toolset = """
    { "schemaVersion": "1.0",
      "swiftCompiler": { "extraCLIOptions": ["-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie"] },
      "linker": { "extraCLIOptions": ["-s"] } }

    """

  /// Builds one product; the compiler's messages go to standard error. Throws if `swift` is missing or the build fails.
  ///
  /// - Parameter named: the product to build; nil if the package has only one plugin.
  /// - Returns: the path of the executable.
  func executable(named: String?) throws(Diagnostic) -> String {
    guard findsSwift else { throw Diagnostic(PluginRefusal.noSwift) }
    makeFolders(scratch, 0o777)
    let product = try product(named: named)
    let toolset = "\(scratch)/static.json"
    try write(Self.toolset, to: toolset)
    let build = ["build"] + packagePath + Self.options + ["--toolset", toolset, "--product", product]
    guard try swift(build, output: nil) else { throw Diagnostic(PluginRefusal.buildFailed(folder)) }
    let paths = try answer(of: ["build"] + packagePath + Self.options + ["--toolset", toolset, "--show-bin-path"])
    guard let bin = paths?.parts(between: "\n").last(where: { !$0.isEmpty }) else {
      throw Diagnostic(PluginRefusal.buildFailed(folder))
    }
    return "\(bin)/\(product)"
  }

  /// Builds the package for debugging, into its usual folder, and returns true if the build succeeds; the compiler's
  /// messages go to standard error. Throws if `swift` is missing.
  func buildForDebugging() throws(Diagnostic) -> Bool {
    guard findsSwift else { throw Diagnostic(PluginRefusal.noSwift) }
    return try swift(["build", "--package-path", folder], output: nil)
  }

  /// Returns the name of the product to build: an executable with the name of a plugin. Throws if there is no such
  /// product, or if there are several and none is named.
  private func product(named: String?) throws(Diagnostic) -> String {
    guard let text = try answer(of: ["package"] + packagePath + ["dump-package"]),
      let manifest = try? JSON.parse(Array(text.utf8))
    else { throw Diagnostic(PluginRefusal.buildFailed(folder)) }
    let products = (manifest["products"]?.arrayValue ?? []).filter { $0["type"]?["executable"] != nil }
      .compactMap { $0["name"]?.stringValue }.filter { $0.begins(with: "inspector-plugin-") }
    if let named {
      guard products.contains(where: { $0.isExactly(named) }) else {
        throw Diagnostic(PluginRefusal.noProduct(named, products))
      }
      return named
    }
    guard let only = products.first else { throw Diagnostic(PluginRefusal.noPluginProduct(folder)) }
    guard products.count == 1 else { throw Diagnostic(PluginRefusal.severalProducts(products)) }
    return only
  }

  private var findsSwift: Bool {
    (run.context.environment["PATH"] ?? "").parts(between: ":").contains {
      $0.begins(with: "/") && access("\($0)/swift", X_OK) == 0
    }
  }

  /// Runs `swift`, and returns its output as text; nil if `swift` failed. Throws if `swift` did not start or the user
  /// interrupted it.
  private func answer(of arguments: [String]) throws(Diagnostic) -> String? {
    let file = "\(scratch)/answer.txt"
    guard try swift(arguments, output: file), let bytes = FileText.read(file) else { return nil }
    return FileName.text(of: bytes)
  }

  /// Runs `swift`, and returns true if `swift` succeeded. Throws if `swift` did not start or the user interrupted it.
  ///
  /// - Parameter output: the file for the program's standard output; nil to send the output to standard error.
  private func swift(_ arguments: [String], output: String?) throws(Diagnostic) -> Bool {
    let words = (["swift"] + arguments).map(ShellLine.inQuotes).joined(separator: " ")
    let line = "exec \(words) \(output.map { "> \(ShellLine.inQuotes($0))" } ?? ">&2")"
    run.context.errors.flush()
    guard let process = ChildProgram.start(line, run.context.environment) else {
      throw Diagnostic(PluginRefusal.noSwift)
    }
    let end = ChildProgram.wait(for: process, under: run.context.job)
    guard !run.job.isCancelled else { throw .interrupted }
    return end == .exited(0)
  }

  private func write(_ text: String, to path: String) throws(Diagnostic) {
    try Diagnostic.ofFile(path) { () throws(SceneError) in
      var file = try AtomicFile(name: path, target: path)
      guard FileText.write(Array(text.utf8), toDescriptor: file.descriptor) else { throw file.abandon(errno) }
      try file.commitQuickly()
    }
  }
}
