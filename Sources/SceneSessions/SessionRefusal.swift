internal import InspectorKit
internal import JSONText

/// The reasons for a session's refusal of a request.
enum SessionRefusal: Refusal {
  /// No object has the id. The title of the suggested object shows why it is suggested; nil if its id is similar.
  case noObject(String, suggestion: String?, title: String? = nil)
  case namesNoProperty(String)
  case namesObjectOnly(String)
  case noStep(Int, count: Int)
  case nothingToUndo(transaction: String)
  case transactionIsOpen(String)
  case noTransaction(to: String)
  case cannotBeScripted(key: String, object: String?)
  /// The named objects have no overrides, or only overrides of a placeholder's own place, such as its frame.
  case noOverrides(of: String, place: String?)
  case otherKey(String, key: String)
  case noTemplateObject(String)
  case noTemplateStep
  case overriddenHere(String)
  case referenceOutside(String, id: String)
  case differentOverrides(String, String, of: String)
  case extractsInner(String)
  case extractsIntoItself(String)
  case extractsOther(String, shown: String)
  case followsOther(String)
  case fileIsMissing
  /// The first conflict of a batch with the changes in the file, and the number of conflicts.
  case batchConflicts(String, count: Int)

  var code: DiagnosticCode {
    switch self {
    case .noObject: .unknownObject
    case .namesNoProperty, .namesObjectOnly: .usage
    case .noStep: .historyEnd
    case .nothingToUndo, .transactionIsOpen, .noTransaction: .editTransaction
    case .cannotBeScripted: .patchMember
    case .noOverrides: .valueAbsent
    case .differentOverrides, .otherKey, .overriddenHere, .referenceOutside, .extractsInner, .extractsOther,
      .followsOther:
      .editInstance
    case .extractsIntoItself: .usage
    case .noTemplateObject: .selectorEmpty
    case .noTemplateStep: .usage
    case .fileIsMissing: .ioOpen
    case .batchConflicts: .editConflict
    }
  }

  var message: String {
    switch self {
    case .noObject(let id, let suggestion?, let title?):
      "no object has the id '\(id)'; did you mean '\(suggestion)', whose title is \(title)?"
    case .noObject(let id, let suggestion, _): "no object has the id '\(id)'\(DidYouMean.suffix(suggestion))"
    case .namesNoProperty(let reference):
      "'\(reference)' names neither an object nor a property of one; write ID.PROPERTY, such as 'badge.cornerRadius'"
    case .namesObjectOnly(let id):
      "'\(id)' is an object; name one of its properties, as in '\(id).frame'"
    case .noStep(let number, let count): "the history has no step \(number); its last step is \(count)"
    case .nothingToUndo(let name):
      "nothing is left to undo in the transaction '\(name)'; commit it or roll it back first"
    case .transactionIsOpen(let name):
      "the transaction '\(name)' is open; commit it or roll it back before you begin another"
    case .noTransaction(let what): "there is no transaction to \(what); begin one first"
    case .noOverrides(let name, nil): "'\(name)' has no overrides"
    case .noOverrides(let name, let place?): "'\(name)' has no overrides apart from its place; name it as '\(place)'"
    case .otherKey(let name, let key):
      "'\(name)' is stored under a key that no class declares, and would be taken for '\(key)'; change it by hand"
    case .extractsInner(let id):
      "a template supplies '\(id)'; extract the whole placeholder, or unpack it first"
    case .extractsIntoItself(let file): "'\(file)' is the scene itself; name another file for the template"
    case .extractsOther(let id, let shown):
      "with '\(id)' in a document of its own, '\(shown)' would not stay as it is; nothing was changed"
    case .followsOther(let id):
      "with the new id in the template's document, '\(id)' would not stay as it is; nothing was changed"
    case .fileIsMissing: "the scene's file no longer exists"
    case .batchConflicts(let first, let count):
      "the file has changed meanwhile: \(first)\(count > 1 ? ", and \(count - 1) more" : ""); nothing was saved"
    case .noTemplateObject(let selector): "'\(selector)' matches no object that a template supplies"
    case .noTemplateStep:
      "an edit in templates only sets values; for other steps, name the template's document instead of the scene"
    case .overriddenHere(let name):
      "the scene overrides '\(name)', so a change of the template would not show here; 'overrides apply' stores the scene's value in the template"
    case .referenceOutside(let name, let id):
      "'\(name)' refers to '\(id)', which the template does not have, so the template cannot store it"
    case .differentOverrides(let name, let other, let place):
      "'\(name)' and '\(other)' give different values to '\(place)'; name the one to apply"
    case .cannotBeScripted(let key, let object):
      "no edit script can change '\(key)' of \(object.map { "'\($0)'" } ?? "the scene"); change it by hand"
    }
  }

  var suggestion: String? { if case .noObject(_, let name, _) = self { name } else { nil } }
}
