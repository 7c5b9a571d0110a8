internal import JSONText
internal import Workbench

/// The reasons for a refusal to open, end or recover a scratch.
enum ScratchRefusal: Refusal {
  case isOpen(String, over: String? = nil)
  case isOpenAlready(String)
  case transactionIsOpen(String, in: String)
  case noneToUse(over: String)
  case noneToDiscard(over: String)
  case conflicts([SceneConflict])
  case nothingToRecover(String)
  case noRecovery(Int, count: Int)

  var code: DiagnosticCode {
    switch self {
    case .isOpen, .isOpenAlready: .scratchOpen
    case .transactionIsOpen: .editTransaction
    case .noneToUse, .noneToDiscard: .scratchNone
    case .conflicts: .editConflict
    case .nothingToRecover, .noRecovery: .recoveryNone
    }
  }

  var message: String {
    switch self {
    case .isOpen(let name, let scene):
      "'\(name)' is open\(scene.map { " over '\($0)'" } ?? ""); 'commit' or 'discard' it first"
    case .isOpenAlready(let name): "'\(name)' is open already; 'commit' or 'discard' it first"
    case .transactionIsOpen(let name, let scene):
      "the transaction '\(name)' is open in '\(scene)'; 'commit' or 'rollback' it first"
    case .noneToUse(let scene): "no scratch is open over '\(scene)'; 'scratch' opens one"
    case .noneToDiscard(let scene): "no scratch is open over '\(scene)'; 'rollback' undoes a transaction"
    case .conflicts(let conflicts): conflicts.map(\.message).joined(separator: "; ")
    case .nothingToRecover(let scene): "there is nothing to recover: no shell left changes of '\(scene)'"
    case .noRecovery(let number, let count): "there are \(count) to recover, but no number \(number)"
    }
  }
}
