import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Inspectable`, which registers a property and traces its `didSet`.
///
/// `@Inspectable(range: 3...64) var pointCount = 5 { didSet { … } }` in `StarView` adds this function to the class:
/// ```swift
/// private static func _declare_pointCount(in list: inout InspectorKit.PropertyDeclarations) {
///   list.property(
///     "pointCount", of: StarView.self, .init(range: 3...64), observed: true,
///     get: { $0.pointCount }, set: { $0.pointCount = $1 })
/// }
/// ```
/// If syntax does not show whether the type is inspectable, the function is longer: see
/// ``Property/registration(of:unless:_:get:set:in:)``.
///
/// A property with a `didSet` also gets `willSet { InspectorKit.HookTrace.enter("StarView.pointCount") }`. If hooks set
/// each other without end, the trace reports their names before the stack overflows. Swift allows one `willSet`, so a
/// property that already has one is not traced.
///
/// The compiler expands the macro twice, for peers and for accessors. Only the expansion for peers reports the
/// property's problems.
struct InspectableMacro: PeerMacro, AccessorMacro {
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
    // The compiler refuses an accessor macro on a declaration of several variables, with an error at each of them.
    guard let property = Property(variable) else { return [] }
    guard context.report(property.problems(asMarkedBy: attribute)) else {
      return property.registration(nil, of: component, in: context)
    }

    let metadata = attribute.arguments(helpFrom: variable).joined(separator: ", ")
    var arguments = metadata.isEmpty ? [] : [".init(\(metadata))"]
    arguments.append("observed: \(property.isObserved)")
    if property.isOverride { arguments.append("refines: true") }
    if property.isComputed { arguments.append("computed: true") }
    let get = "{ $0.\(property.spelling) }"
    let set = property.isReadOnly ? nil : "{ $0.\(property.spelling) = $1 }"
    if let problem = property.problemIfNotInspectable {
      return property.registration(
        "property", of: component, unless: problem, arguments, get: get, set: set, in: context)
    }
    arguments.append("get: \(get)")
    if let set { arguments.append("set: \(set)") }
    return property.registration("property", of: component, arguments, in: context)
  }

  static func expansion(
    of attribute: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let component = context.lexicalContext.first?.as(ClassDeclSyntax.self), component.isMarked("Component"),
      let property = declaration.as(VariableDeclSyntax.self).flatMap(Property.init),
      property.problems(asMarkedBy: attribute).isEmpty,
      property.has("didSet"), !property.has("willSet")
    else { return [] }
    let hook = "\(component.name.plainName).\(property.name)"
    return ["willSet { InspectorKit.HookTrace.enter(\(literal: hook)) }"]
  }
}
