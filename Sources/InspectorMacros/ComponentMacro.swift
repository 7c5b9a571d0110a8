import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Component`, which adds the method `declare(in:)` to a class.
///
/// ```swift
/// @Component(readsParent: ["backgroundColor"])
/// public final class StarView: View {
///   @Inspectable(range: 3...64) public var pointCount = 5
///   @Part public let layer = Layer()
/// }
/// ```
/// The macro adds this method to the class:
/// ```swift
/// override public class func declare(in list: inout InspectorKit.PropertyDeclarations) {
///   super.declare(in: &list)
///   list.component(StarView.self, readsParent: ["backgroundColor"], overridesLifecycle: false, draws: false, hitTests: false)
///   _declare_pointCount(in: &list)
///   _declare_layer(in: &list)
/// }
/// ```
/// The macros `@Inspectable`, `@Part` and `@Action` add the `_declare_` functions beside their members. A type error in
/// a registration call is therefore reported at its property, and not in this method, which has no location in the
/// source.
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
      + [
        "overridesLifecycle: \(component.overridesLifecycle)", "draws: \(component.overrides("draw"))",
        "hitTests: \(component.overrides("hitTest"))",
      ]
    // With this location, the compiler reports an error in the override, such as a base class that is not a component,
    // at the line of the class. Registration reports problems with the class at the same line.
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

  /// Returns calls of the registration functions of all properties, parts, actions and groups, one line each, in source
  /// order.
  /// The calls for members under `#if` are under the same `#if`.
  private static func registrations(of members: MemberBlockItemListSyntax) -> [String] {
    members.flatMap { member -> [String] in
      let property = member.decl.as(VariableDeclSyntax.self)?.registeredName
      if let name = property ?? member.decl.as(FunctionDeclSyntax.self)?.registeredName {
        return ["\(registrationFunction(name))(in: &list)"]
      }
      if let group = member.decl.as(MacroExpansionDeclSyntax.self)?.groupCall { return [group] }
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
