/// The means to end a saving, until the new file takes the old one's place and not from then on.
package struct SaveControl: Sendable {
  /// Whether to give up; asked between two writes.
  package var isCancelled: @Sendable () -> Bool

  /// Runs the step that puts a file in its place, and answers whether it did; nil, and nothing was run, where the saving is to
  /// end.
  package var commit: @Sendable (_ file: String, _ step: () -> Bool) -> Bool?

  package init(
    isCancelled: @escaping @Sendable () -> Bool,
    commit: @escaping @Sendable (_ file: String, _ step: () -> Bool) -> Bool?
  ) {
    (self.isCancelled, self.commit) = (isCancelled, commit)
  }

  /// Saves to the end.
  package static let none = SaveControl(isCancelled: { false }, commit: { $1() })
}
