internal import ArgumentParser

/// What a new plugin is written in.
enum PluginLanguage: String, CaseIterable, ExpressibleByArgument {
  /// A Swift package that depends on InspectorKit.
  case swift
  /// One executable script, which needs nothing but Python.
  case python
  /// A description alone, for classes that have no hooks.
  case data
}

/// One file of a new plugin.
struct TemplateFile {
  /// The path within the plugin's folder.
  let path: String

  /// The whole text.
  let text: String

  /// Whether the file is a program.
  var isExecutable = false
}

/// The files of a new plugin, and what its author types first.
protocol PluginTemplate {
  /// The files, in the order in which they are listed.
  var files: [TemplateFile] { get }

  /// Command lines that build, show and test the plugin, typed in its folder.
  var commands: [String] { get }
}
