import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `#group`, which titles the properties that follow it. It adds nothing to the class; `@Component` registers
/// the title, since it sees all members in their order.
struct GroupMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isInComponent = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.isMarked("Component") == true
    if !isInComponent { context.report(.groupElsewhere, at: node) }
    return []
  }
}

extension MacroExpansionDeclSyntax {
  /// The call that registers the title of `#group`; nil for any other macro.
  var groupCall: String? {
    guard macroName.text == "group" else { return nil }
    return "list.group(\(arguments.map(\.expression.trimmedDescription).joined(separator: ", ")))"
  }
}
