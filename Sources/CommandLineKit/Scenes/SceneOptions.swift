package import ArgumentParser
internal import Glibc
internal import JSONText
package import WorkbenchSupport

/// The options of the commands on many scenes: the selection of scenes, the number of parallel jobs, and the failure
/// policy.
package struct SceneOptions: ParsableArguments {
  @Flag(
    name: [.customShort("r"), .long],
    help:
      "Use all scenes in a folder and its subfolders; '--recursive=PATTERN' says which files are scenes, and may be repeated."
  )
  package var recursive = false

  @Option(
    help: ArgumentHelp(
      """
      With '--recursive': which files are scenes; by default '**/*.scene.json', and the documents of other formats.
      """, valueName: "pattern"),
    completion: .file())
  package private(set) var matching: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read the names of scenes from a file, one per line; '-' is standard input.", valueName: "file"),
    completion: .file())
  package var filesFrom: String?

  @Flag(help: "With '--files-from': names end with a NUL byte, as in the output of 'find -print0'.")
  package var null = false

  @Option(
    help: ArgumentHelp(
      "The number of scenes to process at once; by default one more than there are processor cores.",
      valueName: "number"))
  var jobs: Int?

  @Flag(help: "If a scene fails, go on with the others, or stop there.")
  package var onFailure = FailurePolicy.keepGoing

  package init() {}

  /// The patterns of the files that `--recursive` selects.
  private var patterns: [String] { matching.isEmpty ? ["**/*\(Self.ending)"] : matching }

  /// The patterns as shown in messages, within single quotes.
  var patternText: String { patterns.joined(separator: "' or '") }

  /// Returns the files in a folder that `--recursive` selects, in the order of their paths' bytes. Throws if a folder
  /// cannot be read.
  package func files(inFolder folder: String) throws(Diagnostic) -> [String] {
    if patterns.count == 1 { return try PathPattern(patterns[0], inFolder: folder).files() }
    var found: Set<ExactText> = []
    for pattern in patterns { found.formUnion(try PathPattern(pattern, inFolder: folder).files().map(ExactText.init)) }
    return found.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The suffix of scenes' file names, by which `--recursive` selects files without `--matching`.
  static let ending = ".scene.json"

  /// The number of scenes to process at once: `--jobs`, else one more than there are processor cores, since one scene may
  /// wait for the disk. In runs over 400 scenes and 1,000 dashboards on two cores, a third thread saves a seventh of the time.
  package var jobCount: Int { jobs ?? max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) + 1 }

  /// True if `--files-from` names a list of scenes.
  package var hasList: Bool { filesFrom != nil }

  package func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("'--jobs' must be a number from 1 to 256") }
    if !matching.isEmpty, !recursive {
      throw ValidationError("'--matching' selects files in folders; add '--recursive'")
    }
    if null, filesFrom == nil { throw ValidationError("'--null' applies to a list of files; add '--files-from FILE'") }
  }

  /// Returns the arguments with `--recursive=PATTERN` and `--recursive '**/…'` replaced by
  /// `--recursive --matching PATTERN`, because a flag of the argument parser cannot have a value.
  ///
  /// No selector and no file name begins with `**/`, so such a word after `--recursive` can only be a pattern.
  package static func withPatternsApart(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      if argument.begins(with: "--recursive=") {
        result += ["--recursive", "--matching", String(Substring(argument.utf8.dropFirst("--recursive=".utf8.count)))]
      } else if argument == "--recursive" || argument == "-r", let next = rest.first, next.begins(with: "**/") {
        rest.removeFirst()
        result += ["--recursive", "--matching", next]
      } else {
        result.append(argument)
      }
    }
    return result
  }
}

/// The effect of a failed scene on the scenes after it.
package enum FailurePolicy: String, EnumerableFlag {
  /// The other scenes are processed as well.
  case keepGoing
  /// The work stops, and the scenes after the failed scene are neither reported nor changed.
  case failFast
}
