import SwiftSyntax

extension Property {
  /// Returns all mistakes that prevent the property from being `@Inspectable`, as far as syntax shows them.
  ///
  /// A type that syntax does not show (an enum, a type alias, a call's result) is left to the type checker; see
  /// ``problemIfNotInspectable``.
  func problems(asMarkedBy attribute: AttributeSyntax) -> [Problem] {
    if variable.isMarked("Part") { return [] }  // Reported once, by `problemsAsPart`.
    var problems = problemsOfAnyKind(of: "Inspectable")
    if variable.bindingSpecifier.tokenKind == .keyword(.let) {
      let keyword = variable.bindingSpecifier
      problems.append(Problem(.constant(name), at: keyword, fix: .makeVariable(keyword)))
    }
    if isReadOnly, getterEffect == nil, !attribute.mayBeReadOnly {
      problems.append(Problem(.readOnly(name), at: nameToken))
    }
    return problems + typeProblems + attribute.argumentProblems(of: self)
  }

  /// The problem with the property's type, if syntax alone shows that the type is not inspectable; empty otherwise.
  var typeProblems: [Problem] {
    if let type {
      guard case .refused(let advice) = InspectableTypes.verdict(on: type) else { return [] }
      return [Problem(.unsupportedType("'\(type.trimmedDescription)'", advice), at: type)]
    }
    guard let value = binding.initializer?.value, let (found, advice) = InspectableTypes.refusal(ofValue: value) else {
      return []
    }
    return [Problem(.unsupportedType(found, advice), at: value)]
  }

  /// Returns all mistakes that prevent the property from being a `@Part`, as far as syntax shows them.
  func problemsAsPart() -> [Problem] {
    if variable.isMarked("Inspectable") { return [Problem(.valueAndPart(name), at: nameToken)] }
    var problems = problemsOfAnyKind(of: "Part")
    if let type {
      if type.isOptional {
        problems.append(Problem(.optionalPart(name), at: type))
      } else if InspectableTypes.isOfStandardLibrary(type) {
        problems.append(Problem(.valueAsPart(name, type.trimmedDescription), at: type))
      }
    }
    return problems
  }

  func problemsOfAnyKind(of macro: String) -> [Problem] {
    var problems: [Problem] = []
    if !["Inspectable", "Part", "Setting"].contains(where: variable.isMarked) {
      problems.append(Problem(.conditional(macro), at: nameToken))
    }
    for macro in ["Inspectable", "Part", "Setting"] where variable.attributes.count(named: macro) > 1 {
      problems.append(Problem(.twice(macro), at: variable.attributes))
    }
    for modifier in variable.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        problems.append(Problem(.notOfAnInstance(name, modifier.name.text), at: modifier.name, fix: .remove(modifier)))
      case .keyword(.weak), .keyword(.unowned):
        problems.append(Problem(.reference(name, modifier.name.text), at: modifier.name))
      default: break
      }
    }
    if let actor = variable.attributes.first(named: "MainActor") {
      problems.append(Problem(.isolated("'\(name)'"), at: actor))
    }
    if let effect = getterEffect { problems.append(Problem(.effect(name, effect.text), at: effect)) }
    if !nameToken.isPlainIdentifier { problems.append(Problem(.rawName(name), at: nameToken)) }
    return problems
  }
}

extension TokenSyntax {
  /// True if the name without backticks is an ordinary identifier or a keyword. A name with spaces, which Swift allows
  /// in backticks, is neither.
  var isPlainIdentifier: Bool {
    guard let first = plainName.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return plainName.unicodeScalars.dropFirst().allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}
