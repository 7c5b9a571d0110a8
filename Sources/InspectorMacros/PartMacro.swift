import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Part`, which registers the properties of a component inside a component.
///
/// `@Part let layer = Layer()` in `View` adds this function to the class:
/// ```swift
/// private static func _declare_layer(in list: inout InspectorKit.PropertyDeclarations) {
///   list.part("layer", of: View.self, get: { $0.layer })
/// }
/// ```
struct PartMacro: PeerMacro {
  /// Disabled, because reformatting would move the lines that `#sourceLocation` refers to.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let component = context.component(marked: attribute) else { return [] }
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.report(.notAProperty(attribute), at: attribute)
      return []
    }
    guard let part = Property(variable) else {
      context.report(.severalVariables(attribute), at: variable.bindings)
      return []
    }
    guard context.report(part.problemsAsPart()) else { return part.registration(nil, of: component, in: context) }
    return part.registration("part", of: component, ["get: { $0.\(part.spelling) }"], in: context)
  }
}
