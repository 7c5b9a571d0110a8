import SwiftSyntax

extension ClassDeclSyntax {
  /// Returns all mistakes that prevent the class from being a component, as far as syntax shows them.
  func componentProblems(in lexicalContext: [Syntax]) -> [Problem] {
    var problems: [Problem] = []
    if inheritanceClause == nil { problems.append(Problem(.noSuperclass(name.plainName), at: name)) }
    let enclosing = lexicalContext.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
    if let generics = genericParameterClause {
      problems.append(Problem(.generic(name.plainName), at: generics))
    } else if enclosing.contains(where: { $0.genericParameterClause != nil }) {
      problems.append(Problem(.generic(name.plainName), at: name))
    }
    if let actor = attributes.first(named: "MainActor") {
      problems.append(Problem(.isolated("'\(name.plainName)'"), at: actor))
    }
    let own = memberBlock.members.flattened.compactMap { $0.as(FunctionDeclSyntax.self) }.first(where: \.isDeclare)
    if let own { problems.append(Problem(.ownDeclare, at: own.name)) }
    return problems
  }

  /// Returns a problem for each property whose argument `label` is already the label of an earlier property of the
  /// class.
  ///
  /// Labels that are derived from names are checked at registration, since only InspectorKit knows the rules. Members
  /// under `#if` are also checked there, since only one of two branches is compiled.
  func duplicateLabels() -> [Problem] {
    var owners: [String: String] = [:]
    var problems: [Problem] = []
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), let name = variable.registeredName,
        let label = variable.attributes.first(named: "Inspectable")?.argument("label"), let text = label.literalText
      else { continue }
      if let first = owners[text] {
        problems.append(Problem(.duplicateLabel(text, first), at: label))
      } else {
        owners[text] = name
      }
    }
    return problems
  }

  /// Returns a problem for each alias that is the name of a different property of the class. Inherited names are
  /// checked at registration.
  func aliasesThatAreNames() -> [Problem] {
    let variables = memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let names = Set(variables.compactMap(\.registeredName))
    return variables.flatMap { variable -> [Problem] in
      guard let name = variable.registeredName else { return [] }
      let aliases = variable.attributes.first(named: "Inspectable")?.argument("aliases")?.elements ?? []
      return aliases.compactMap { alias in
        guard let text = alias.aliasText, text != name, names.contains(text) else { return nil }
        return Problem(.aliasIsName(text), at: alias)
      }
    }
  }

  /// True if building a component of this class may run author code other than property observers.
  ///
  /// A host may skip building the component only if this is false for its class. Every initializer and every override
  /// therefore counts, with three exceptions: `draw` and `hitTest`, which are not called during a build; `class`
  /// members; and an overriding `@Inspectable` property, which counts as an observed property instead.
  var overridesLifecycle: Bool {
    memberBlock.members.flattened.contains { member in
      if member.is(InitializerDeclSyntax.self) { return true }
      guard member.isOverride, !member.isOfClass, !member.isNamed("draw"), !member.isNamed("hitTest") else {
        return false
      }
      return member.as(VariableDeclSyntax.self)?.isMarked("Inspectable") != true
    }
  }

  /// True if this class overrides a method, even if it does so only in one branch of an `#if`.
  func overrides(_ method: String) -> Bool {
    memberBlock.members.flattened.contains { $0.isOverride && $0.isNamed(method) }
  }

  /// The access modifier that an override of a public member needs in this class, followed by a space; empty if the
  /// class is internal or more restricted.
  var accessForOverrides: String {
    let access = modifiers.first { ["open", "public", "package"].contains($0.name.text) }
    return access.map { "\($0.name.text) " } ?? ""
  }
}

extension DeclSyntax {
  fileprivate var isOverride: Bool {
    asProtocol((any WithModifiersSyntax).self)?.modifiers.contains { $0.name.tokenKind == .keyword(.override) } == true
  }

  /// True for a type member declared with `class`, such as `class var presets`.
  fileprivate var isOfClass: Bool {
    asProtocol((any WithModifiersSyntax).self)?.modifiers.contains { $0.name.tokenKind == .keyword(.class) } == true
  }

  fileprivate func isNamed(_ method: String) -> Bool { self.as(FunctionDeclSyntax.self)?.name.plainName == method }
}

extension FunctionDeclSyntax {
  fileprivate var isDeclare: Bool {
    let parameters = signature.parameterClause.parameters
    return name.plainName == "declare" && parameters.count == 1 && parameters.first?.firstName.text == "in"
  }
}

extension MemberBlockItemListSyntax {
  /// All members, including those of every `#if` branch.
  var flattened: [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return conditional.clauses.flatMap { $0.elements?.as(MemberBlockItemListSyntax.self)?.flattened ?? [] }
    }
  }
}

extension WithAttributesSyntax {
  func isMarked(_ name: String) -> Bool { attributes.first(named: name) != nil }
}

extension AttributeListSyntax {
  /// Returns the number of attributes with this name outside `#if`.
  func count(named name: String) -> Int {
    count { if case .attribute(let attribute) = $0 { attribute.baseName == name } else { false } }
  }

  /// Returns the first attribute with this name; nil if there is none outside `#if`.
  func first(named name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self where attribute.baseName == name { return attribute }
    return nil
  }
}
