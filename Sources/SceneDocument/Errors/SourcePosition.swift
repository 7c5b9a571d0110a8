/// A place in a document: line and column, both counted from 1; columns count Unicode scalars.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int

  /// The column, counted from 1, in Unicode scalars.
  public var column: Int

  /// The place at this line and column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place as text: `12:27`.
  public var description: String { "\(line):\(column)" }
}
