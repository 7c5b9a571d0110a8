package import JSONText

/// The diagnostics for placeholders and their overrides, and the reasons for refusing edits of a template's objects.
package enum CompositionRefusal: Refusal {
  case noReference(found: String)
  case otherClass(String, written: String, className: String)
  case tooLarge(objects: Int, limit: Int)
  case taken(String, by: String)
  case overridesNothing(String, placeholder: String, suggestion: String?)
  case overridesNoObject(String, found: String)
  case overrideIsEqual(String, String)
  case overridesWithoutReference(String)
  case unresolved(String, AnyRefusal)
  case incomplete(String, AnyRefusal)
  case isInner(String, placeholder: String, Work)
  case noPlaceholder(String)
  case isUnpackedWith(String, placeholder: String)
  case cannotUnpack(String, AnyRefusal)
  case disputedColor(String)
  case beforeTemplate(placeholder: String, count: Int)
  case hasTemplateClass(String, className: String)
  case membersOfTemplate(String, key: String)

  /// A kind of edit that is refused for objects of a template.
  package enum Work: Hashable, Sendable {
    case remove, duplicate, move, rename, setClass, setName, constrain, bind, insert, neighbour

    /// The participle that describes the edit in a message, such as `removed`.
    var participle: String {
      switch self {
      case .remove: "removed"
      case .duplicate: "duplicated"
      case .move: "moved"
      case .rename: "renamed"
      case .setClass: "given another class"
      case .setName: "given a name"
      case .constrain: "given constraints or runtime attributes"
      case .bind: "bound to settings"
      case .insert: "given children"
      case .neighbour: "given a neighbour"
      }
    }
  }

  package var code: DiagnosticCode {
    switch self {
    case .noReference: .refMissing
    case .otherClass: .refClass
    case .tooLarge: .refLimit
    case .taken: .sceneDuplicateID
    case .overridesNothing, .overridesNoObject, .overridesWithoutReference: .overrideMissing
    case .overrideIsEqual: .overrideEqual
    case .unresolved(_, let reason), .incomplete(_, let reason), .cannotUnpack(_, let reason): reason.code
    case .isInner, .noPlaceholder, .isUnpackedWith, .disputedColor, .beforeTemplate, .hasTemplateClass,
      .membersOfTemplate:
      .editInstance
    }
  }

  package var message: String {
    switch self {
    case .noReference(let found): "'ref' must be a string such as \"buttons.scene.json#primary\", found \(found)"
    case .otherClass(let id, let written, let className):
      "'\(id)' is written as '\(written)', which is no base of its template's class '\(className)'; write \"class\": \"\(className)\""
    case .tooLarge(let count, let limit):
      "the scene would have \(count) objects with this template; a composed scene may have \(limit)"
    case .taken(let id, let placeholder):
      "the id '\(id)' is also the address of an object in the template of '\(placeholder)'; give one of the two another id"
    case .overridesNothing(let address, let placeholder, let suggestion):
      "the template of '\(placeholder)' has no object '\(address)', so these overrides have no effect\(suggestion.map { "; did you mean '\($0)'?" } ?? "")"
    case .overridesNoObject(let address, let found):
      "the overrides of '\(address)' must be an object such as {\"tintColor\": \"tomato\"}, found \(found)"
    case .overrideIsEqual(let address, let key): "'\(address).\(key)' overrides the template's value with an equal one"
    case .overridesWithoutReference(let id): "'overrides' of '\(id)' has no effect, since the object has no 'ref'"
    case .unresolved(let id, let reason):
      "'\(id)' cannot be edited, since its template is not available: \(reason.message)"
    case .incomplete(let id, let reason): "the template of '\(id)' is not available: \(reason.message)"
    case .isInner(let id, let placeholder, let work):
      "'\(id)' belongs to the template of '\(placeholder)', so it cannot be \(work.participle) here; edit the template's document instead"
    case .noPlaceholder(let id): "'\(id)' has no 'ref', so there is nothing to unpack"
    case .isUnpackedWith(let id, let placeholder):
      "'\(id)' belongs to the template of '\(placeholder)'; unpack '\(placeholder)' instead"
    case .disputedColor(let name):
      "two templates give '\(name)' different colours, so unpacking would change its colour; give '\(name)' a colour in the scene's palette first"
    case .cannotUnpack(let id, let reason):
      "'\(id)' cannot be unpacked, since its template is not available: \(reason.message)"
    case .beforeTemplate(let placeholder, let count):
      "the children of '\(placeholder)' are added after the \(count) of its template; choose a place from \(count) on"
    case .hasTemplateClass(let id, let className):
      "'\(id)' has the class of its template, '\(className)'; edit the template's document instead"
    case .membersOfTemplate(let id, let key): "'\(key)' of '\(id)' belongs to its template and cannot be edited here"
    }
  }

  package var suggestion: String? { if case .overridesNothing(_, _, let name) = self { name } else { nil } }
}
