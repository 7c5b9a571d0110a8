internal import JSONText

// Why a session refuses what is asked of it.
extension Refusal {
  static func noObject(_ id: String) -> Self { Self(.unknownObject, "no object has the id '\(id)'") }
  static func namesNoProperty(_ reference: String) -> Self {
    Self(.usage, "'\(reference)' names no property; write ID.PROPERTY, such as 'badge.cornerRadius'")
  }
  static func noStep(_ number: Int, count: Int) -> Self {
    Self(.historyEnd, "the history has no step \(number); it goes to \(count)")
  }
  static func nothingToUndo(transaction name: String) -> Self {
    Self(.editTransaction, "nothing is left to undo in the transaction '\(name)'; commit it or roll it back first")
  }
  static func transactionIsOpen(_ name: String) -> Self {
    Self(.editTransaction, "the transaction '\(name)' is open; commit it or roll it back before another")
  }
  static func noTransaction(to what: String) -> Self {
    Self(.editTransaction, "there is no transaction to \(what); begin one first")
  }
  static func cannotBeScripted(key: String, object: String?) -> Self {
    Self(
      .patchMember,
      "no edit script can change '\(key)' of \(object.map { "'\($0)'" } ?? "the scene"); change it by hand")
  }
}
