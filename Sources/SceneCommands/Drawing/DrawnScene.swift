internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The result of drawing one scene.
struct DrawnScene: SceneOutcome {
  let scene: String

  /// The id of the drawn object; nil for the whole scene.
  var object: String?
  var picture: SpooledPicture?
  var notes: [PictureNote] = []

  /// The contents of the picture file.
  private(set) var file = ByteSpool()
  var kind = PictureKind.svg

  /// The old scene of `--diff`; nil without this option. `isDifferent` is the result of the comparison.
  var base: String?
  var isDifferent = false

  /// The path of the written picture; nil if no picture was written.
  var path: String?
  var failure: Diagnostic?
  var status = ExitStatus.done

  init(scene: String, object: String?, picture: SpooledPicture, notes: [PictureNote]) {
    (self.scene, self.object, self.picture, self.notes) = (scene, object, picture, notes)
    file = picture.svg
    // A failure means that a part is missing from the picture.
    if notes.contains(where: \.isFailure) { status = .noPlugin }
  }

  init(scene: String, failure: Diagnostic) {
    (self.scene, self.failure, status) = (scene, failure, ExitStatus(failure))
  }

  /// Converts the contents of the picture file from SVG to another kind with `inspector-picture`. If an error is
  /// thrown, the contents stay unchanged.
  mutating func convert(by program: PictureProgram, to kind: PictureKind) throws(Diagnostic) {
    let converted = try program.picture(try bytes(), as: kind, of: scene)
    file = ByteSpool()
    file.append(converted)
  }

  /// Returns the contents of the picture file; throws if the temporary file that holds them is lost.
  func bytes() throws(Diagnostic) -> [UInt8] {
    guard let bytes = file.read(0..<file.count) else {
      throw Diagnostic(SceneError(SaveRefusal.spoolLost, file: scene), scene: scene)
    }
    return bytes
  }

  /// Writes the picture of a single scene to a file, or to standard output if `output` is `-`, and reports the result.
  mutating func deliver(to output: String, _ options: SaveOptions, _ run: CommandRun) throws(Diagnostic) {
    if output == "-" {
      guard !run.isJSON else { throw Diagnostic(SceneUsage.bothGoToOutput) }
      try print(run)
    } else {
      run.context.signals.expect(1)
      try write(to: run.workspace.expanded(output), options)
    }
    report(run)
    if run.isJSON { run.print(record(isAlone: true)) }
  }

  /// Writes the picture to a file, which is either replaced completely or not at all.
  mutating func write(to path: String, _ options: SaveOptions) throws(Diagnostic) {
    try Diagnostic.ofFile(scene) { () throws(SceneError) in
      try AtomicFile.write(to: path, as: .picture, options: options) { take throws(SceneError) in
        if try !file.forEachPiece(take) { throw SceneError(SaveRefusal.spoolLost, file: path) }
      }
    }
    self.path = path
  }

  /// Writes the picture to standard output.
  private func print(_ run: CommandRun) throws(Diagnostic) {
    guard run.context.writePieces({ file.forEachPiece($0) }) else {
      throw Diagnostic(SceneError(SaveRefusal.spoolLost, file: scene), scene: scene)
    }
  }

  /// Returns the result as an `inspector-render/1` document or, if not alone, as an element of the document's `scenes`.
  func record(isAlone: Bool) -> String {
    var line = JSONLine()
    if isAlone { line.add("format", "inspector-render/1") }
    line.add("scene", path: scene)
    if !isAlone { line.add("exitCode", .int(Int(status.rawValue))) }
    if let object { line.add("object", .string(object)) }
    if let base {
      line.add("base", path: base)
      line.add("different", .bool(isDifferent))
    }
    if let path { line.add("picture", path: path) }
    if let picture {
      line.add("width", .double(picture.size.width))
      line.add("height", .double(picture.size.height))
      line.add("kind", .string(kind.rawValue))
      line.add("bytes", .int(file.count))
      line.add("guessedText", .bool(picture.hasGuessedText))
      if let frameless = picture.omissions.frameless {
        line.add(
          "frameless",
          ["count": .int(frameless.count), "of": .int(frameless.of), "first": .string(frameless.first)])
      }
      if let unplaced = picture.omissions.unplaced {
        line.add("unplaced", ["count": .int(unplaced.count), "first": .string(unplaced.first)])
      }
      if picture.omissions.isEmpty { line.add("empty", .bool(true)) }
      line.add(
        "notes",
        .array(
          notes.map {
            ["object": .string($0.object), "message": .string($0.message), "failed": .bool($0.isFailure)]
          }))
    }
    if let failure { line.add("error", failure.record) }
    return line.text
  }

  /// The maximum number of printed notes; further notes are only counted.
  private static let named = 20

  /// Reports a failure or the notes and, without `--json`, the written file.
  func report(_ run: CommandRun) {
    if let failure { return run.say(failure, isInJSON: run.isJSON) }
    for note in notes.prefix(Self.named) {
      run.warn(note.isFailure ? note.message : "'\(note.object)': \(note.message)", of: scene)
    }
    if notes.count > Self.named { run.say("… and \(notes.count - Self.named) more") }
    guard let picture else { return }
    if let warning = picture.omissions.warning { run.warn(warning, of: scene) }
    if let unplaced = picture.omissions.unplaced {
      run.note("\(TerminalText.escaped(scene)): \(unplaced.message)")
    }
    if picture.hasGuessedText {
      run.warn(
        "some characters are not in DejaVu Sans; their widths are estimates, and viewers draw them in another font",
        of: scene)
    }
    guard let path, !run.isJSON else { return }
    let size = PropertyValue.size(picture.size.rounded).text
    let words = base == nil ? "" : isDifferent ? ", the scenes differ" : ", no differences"
    run.printSummary("\(TerminalText.escaped(path)): \(size) points, \(pluralised(file.count, "byte"))\(words)")
  }
}

extension Size {
  /// The size rounded to a hundredth of a point, for messages.
  fileprivate var rounded: Size {
    Size(width: (width * 100).rounded() / 100, height: (height * 100).rounded() / 100)
  }
}
