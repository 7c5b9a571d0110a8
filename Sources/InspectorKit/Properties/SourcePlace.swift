/// The line of an author's file at which a class or a property is declared.
///
/// The macros give it to every registration call; a call that is written by hand gives its own line.
public struct SourcePlace: Sendable {
  /// The module and the file, as `#fileID` has them: `Gauges/GaugeView.swift`. A pointer into the program, so that a
  /// declaration without problems costs no text.
  let fileID: StaticString

  /// Counted from 1.
  public let line: Int

  /// A line of a file.
  public init(fileID: StaticString, line: Int) { (self.fileID, self.line) = (fileID, line) }

  /// The module and the file: `Gauges/GaugeView.swift`.
  public var file: String { "\(fileID)" }
}

extension SourcePlace: Hashable, CustomStringConvertible {
  /// Whether both are the same line of a file of the same name.
  public static func == (one: SourcePlace, other: SourcePlace) -> Bool {
    one.line == other.line && one.file == other.file
  }

  /// Hashes file and line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
  }

  /// `Gauges/GaugeView.swift:12`.
  public var description: String { "\(file):\(line)" }
}
