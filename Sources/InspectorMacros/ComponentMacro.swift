import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Component`, which writes the class's `declare(in:)`.
///
/// ```swift
/// @Component(readsParent: ["backgroundColor"])
/// public final class StarView: View {
///   @Inspectable(range: 3...64) public var pointCount = 5
///   @Part public let layer = Layer()
/// }
/// ```
/// gives the class
/// ```swift
/// override public class func declare(in list: inout InspectorKit.PropertyDeclarations) {
///   super.declare(in: &list)
///   list.component(StarView.self, readsParent: ["backgroundColor"], overridesLifecycle: false, draws: false)
///   _declare_pointCount(in: &list)
///   _declare_layer(in: &list)
/// }
/// ```
/// The `_declare_` functions are the peers that `@Inspectable`, `@Part` and `@Action` add to their members. So a type
/// error in a registration is reported at its property, not here, where the compiler would point at the class's closing
/// brace.
struct ComponentMacro: MemberMacro {
  /// Disabled, because reformatting would move the lines that `#sourceLocation` refers to.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let component = declaration.as(ClassDeclSyntax.self) else {
      context.report(.notAClass(declaration), at: declaration.introducer)
      return []
    }
    guard context.report(component.componentProblems(in: context.lexicalContext)) else { return [] }
    _ = context.report(component.duplicateLabels() + component.aliasesThatAreNames())

    let name = component.name.text
    let arguments =
      ["\(name).self"] + attribute.arguments(helpFrom: component)
      + ["overridesLifecycle: \(component.overridesLifecycle)", "draws: \(component.draws)"]
    // With this location, an error about the override, such as a base that is not a component, names the class's own
    // line, and so does a problem with the class at registration.
    let place = context.place(of: component.name)
    let section = "list.component(\(arguments.joined(separator: ", ")))"
    let calls =
      ["  super.declare(in: &list)", place.map { "\($0.start)  \(section)\n#sourceLocation()" } ?? "  \(section)"]
      + registrations(of: component.memberBlock.members).map { "  \($0)" }
    let function: DeclSyntax = """
      \(raw: place?.start ?? "")\
      override \(raw: component.accessForOverrides)class func declare(in list: inout InspectorKit.PropertyDeclarations) {
      \(raw: place == nil ? "" : "#sourceLocation()\n")\
      \(raw: calls.joined(separator: "\n"))
      }
      """
    return [function]
  }

  /// Returns the calls of the properties' and actions' registration functions, in source order, each under its own
  /// `#if`.
  private static func registrations(of members: MemberBlockItemListSyntax) -> [String] {
    members.flatMap { member -> [String] in
      let property = member.decl.as(VariableDeclSyntax.self)?.registeredName
      if let name = property ?? member.decl.as(FunctionDeclSyntax.self)?.registeredName {
        return ["\(registrationFunction(name))(in: &list)"]
      }
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let clauses = conditional.clauses.map { clause in
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        let members = clause.elements?.as(MemberBlockItemListSyntax.self).map(registrations) ?? []
        return ["\(clause.poundKeyword.text)\(condition)"] + members
      }
      return clauses.flatMap(\.self) + ["#endif"]
    }
  }
}
