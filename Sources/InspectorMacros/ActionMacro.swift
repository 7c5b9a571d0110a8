import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Action`, which registers a method as an action.
///
/// `@Action("Clear Stars") func clear() { … }` in `StarView` adds this function to the class:
/// ```swift
/// private static func _declare_clear(in list: inout InspectorKit.PropertyDeclarations) {
///   list.action("clear", of: StarView.self, label: "Clear Stars", run: { $0.clear() })
/// }
/// ```
struct ActionMacro: PeerMacro {
  /// Disabled, because reformatting would move the lines that `#sourceLocation` refers to.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let component = context.component(marked: attribute) else { return [] }
    guard let method = declaration.as(FunctionDeclSyntax.self) else {
      context.report(.notAMethod(attribute), at: attribute)
      return []
    }
    let hasNoProblems = context.report(method.problemsAsAction(attribute))
    guard method.registeredName != nil else { return [] }
    guard hasNoProblems else { return method.name.registration("", in: context) }
    var arguments = attribute.arguments(helpFrom: method)
    if method.modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }) {
      arguments.append("refines: true")
    }
    arguments.append("run: { $0.\(method.name.text)() }")
    let call = method.name.call(of: "list.action", of: component, arguments, in: context)
    return method.name.registration(call, in: context)
  }
}

extension FunctionDeclSyntax {
  /// Returns all problems that prevent the method from being an `@Action`.
  func problemsAsAction(_ attribute: AttributeSyntax) -> [Problem] {
    let plain = name.plainName
    var problems: [Problem] = []
    if !isMarked("Action") { problems.append(Problem(.conditionalAction, at: name)) }
    if attributes.count(named: "Action") > 1 { problems.append(Problem(.twice("Action"), at: attributes)) }
    for modifier in modifiers where [.keyword(.static), .keyword(.class)].contains(modifier.name.tokenKind) {
      problems.append(Problem(.actionOfType(plain, modifier.name.text), at: modifier.name, fix: .remove(modifier)))
    }
    if let actor = attributes.first(named: "MainActor") { problems.append(Problem(.isolated("'\(plain)'"), at: actor)) }
    if !name.isPlainIdentifier { problems.append(Problem(.rawName(plain), at: name)) }
    if let generics = genericParameterClause { problems.append(Problem(.genericAction(plain), at: generics)) }
    if !signature.parameterClause.parameters.isEmpty {
      problems.append(Problem(.actionTakes(plain), at: signature.parameterClause))
    }
    let effects = signature.effectSpecifiers
    for effect in [effects?.asyncSpecifier, effects?.throwsClause?.throwsSpecifier].compactMap(\.self) {
      problems.append(Problem(.actionEffect(plain, effect.text), at: effect))
    }
    if let result = signature.returnClause?.type, !["Void", "()", "Swift.Void"].contains(result.trimmedDescription) {
      problems.append(Problem(.actionReturns(plain, result.trimmedDescription), at: result))
    }
    if let label = attribute.labeledArguments.first(where: { $0.label == nil })?.expression,
      let text = label.literalText, text.allSatisfy(\.isWhitespace)
    {
      problems.append(Problem(.emptyLabel, at: label))
    }
    return problems
  }

  /// The name of the action for which `@Action` adds a registration function; nil if it adds none. See
  /// ``VariableDeclSyntax/registeredName``.
  var registeredName: String? {
    guard name.isPlainIdentifier, attributes.count(named: "Action") == 1,
      let attribute = attributes.first(named: "Action"), !attribute.compilerRefusesActionArguments
    else { return nil }
    return name.plainName
  }
}
