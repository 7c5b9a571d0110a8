import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@Action`: registers a method as an action.
///
/// `@Action("Clear Stars") func clear() { … }` in `StarView` gets the peer
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
    guard context.report(method.problemsAsAction(attribute)) else {
      return method.registration(nil, of: component, in: context)
    }
    return method.registration(arguments(attribute, of: method), of: component, in: context)
  }

  /// Returns the arguments after the name and the class in the call.
  private static func arguments(_ attribute: AttributeSyntax, of method: FunctionDeclSyntax) -> [String] {
    var arguments = attribute.labeledArguments.map { argument in
      "\(argument.label?.text ?? "label"): \(argument.expression.trimmedDescription)"
    }
    if attribute.argument("help") == nil, let help = method.firstParagraph {
      let hasLabel = attribute.labeledArguments.first.map { $0.label == nil } ?? false
      arguments.insert("help: \(StringLiteralExprSyntax(content: help))", at: hasLabel ? 1 : 0)
    }
    if method.modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }) {
      arguments.append("refines: true")
    }
    return arguments + ["run: { $0.\(method.name.text)() }"]
  }
}

extension FunctionDeclSyntax {
  /// Returns all problems of the method as an `@Action`.
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
    if let result = signature.returnClause?.type, !result.isNothing {
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

  /// Returns the peer that registers the action, at the method's own source location. It contains no call if
  /// `arguments` is nil.
  fileprivate func registration(
    _ arguments: [String]?, of component: ClassDeclSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let plain = registeredName else { return [] }
    let place = context.place(of: name)
    let start = place?.start ?? ""
    let call = arguments.map { arguments in
      let all = ["\"\(plain)\"", "of: \(component.name.text).self"] + arguments
      let blanks = String(repeating: " ", count: max(2, (place?.column ?? 0) - 1 - "list.".count))
      return
        "\(start)\(blanks)list.action(\(all.joined(separator: ", ")))\n\(place == nil ? "" : "#sourceLocation()\n")"
    }
    return [
      """
      \(raw: start)\
      private static func \(raw: registrationFunction(plain))(in list: inout InspectorKit.PropertyDeclarations) {
      \(raw: call ?? "")}
      """
    ]
  }
}

extension TypeSyntax {
  /// True if the type is `Void` or `()`.
  fileprivate var isNothing: Bool { ["Void", "()", "Swift.Void"].contains(trimmedDescription) }
}
