/// A place in a document: line and column, both counted from 1; columns count Unicode scalars.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// As in `12:27`.
  public var description: String { "\(line):\(column)" }
}
