internal import Glibc
package import InspectorKit
internal import JSONText
package import WorkbenchSupport

/// A file that may be a plugin, outside of any search.
package struct PluginFile {
  /// The path as it was given.
  package let path: String

  /// What its name says that the plugin is called; upper and lower case may differ from what the plugin says itself.
  package let name: String

  /// Whether the plugin is a description alone.
  package let isData: Bool

  /// A file by its path; nil where its name is not one by which plugins are found in folders.
  package init?(_ path: String) {
    guard let candidate = PluginSearch.Candidate(path: path), !candidate.name.isEmpty else { return nil }
    guard candidate.isData || !candidate.name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    (self.path, name, isData) = (path, candidate.name, candidate.isData)
  }

  /// The most bytes of a description that are read.
  package static let mostBytesOfDescription = WorkerProtocol.messageLimit

  /// The most bytes of a program or script that is copied.
  package static let mostBytesOfProgram = 1 << 30

  /// The name of the file without its folder.
  package var fileName: String { path.parts(between: "/").last ?? path }

  /// Asks the plugin what it is, as every search does, and holds the answer against all rules.
  ///
  /// - Throws: also where one of its classes ends it, which elsewhere is left out.
  package func describe(
    limits: PluginLimits, under job: InspectorJob
  ) throws(PluginFailure) -> PluginDescription {
    let program = HeldProgram(path)
    let plugin = InstalledPlugin(
      name: name, path: path, limit: limits.answer, isData: isData
    ) { () throws(PluginFailure) -> any PluginConnection in
      try PluginProcess(
        plugin: name, executable: program, limits: limits, output: nil)
    }
    plugin.beginDescribing(under: job)
    plugin.finishDescribing()
    defer { plugin.stop() }
    if let failure = plugin.problem ?? plugin.leftOut.first?.failure { throw failure }
    guard let description = plugin.description else { throw .notDescribed(name) }
    return description
  }

  /// The libraries that a native program needs beside it; empty for one that needs none, nil for any other file.
  package var neededLibraries: [String]? { ProgramFile(path)?.neededLibraries }

  /// The files beside a script that its first lines list as resources; empty for any other file.
  package var resourcesInHead: [String] { PluginResources.namesInHead(ofScript: path) }

  /// What the first line of a script says after `#!`; nil for any other file.
  package var interpreter: String? { ProgramFile.firstLine(ofScript: path) }
}
