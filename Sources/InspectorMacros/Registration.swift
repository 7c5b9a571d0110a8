import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Property {
  /// The peer that registers the property: a function with one call of `list`, or with none where `call` is nil.
  ///
  /// Type errors in the call name the property's own place: the line by `#sourceLocation`, and the column by blanks, so
  /// that the callee, at which the errors about the property's type point, stands under the property's name.
  ///
  /// A property that was refused gets an empty function. So `@Component` calls the functions of all marked properties
  /// without judging them again, and none can be lost because two judgements differ.
  func registration(
    _ call: String?, of component: ClassDeclSyntax, _ arguments: [String] = [],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let line = call.map { self.line("list.\($0)", of: component, arguments, in: context) }
    return registration(line ?? "", in: context)
  }

  /// The registration of a property of which only the type checker knows whether its type is inspectable.
  ///
  /// The function `inspect` has two forms: one registers the property, the other is unavailable and bears the refusal.
  /// Which is meant by the call, at the type's own place, depends on the property's type.
  func registration(
    of component: ClassDeclSyntax, ifInspectable type: UncertainType, _ metadata: [String], get: String, set: String?,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let name = component.name.text
    let closures = "get: @escaping (\(name)) -> _Value, set: ((\(name), _Value) -> Void)? = nil"
    let call = line("list.property", of: component, metadata + ["get: get", "set: set"], in: context)
    let place = context.place(of: type.node)
    let blanks = String(repeating: " ", count: max(0, (place?.column ?? 3) - 1))
    let arguments = ["get: \(get)"] + (set.map { ["set: \($0)"] } ?? [])
    return registration(
      """
        func inspect<_Value: InspectorKit.InspectableProperty>(\(closures)) {
      \(call)  }
      \(place?.start ?? "")\
        @available(*, unavailable, message: \(StringLiteralExprSyntax(content: type.words.message))) @_disfavoredOverload \
      func inspect<_Value>(\(closures)) {}
      \(place?.start ?? "")\(blanks)inspect(\(arguments.joined(separator: ", ")))
      \(place == nil ? "" : "#sourceLocation()\n")
      """, in: context)
  }

  /// A call at the property's own place, on lines of its own.
  private func line(
    _ call: String, of component: ClassDeclSyntax, _ arguments: [String], in context: some MacroExpansionContext
  ) -> String {
    let place = context.place(of: nameToken)
    let blanks = String(repeating: " ", count: max(2, (place?.column ?? 0) - 1 - "list.".count))
    let all = ["\"\(name)\"", "of: \(component.name.text).self"] + arguments
    let end = place == nil ? "" : "#sourceLocation()\n"
    return "\(place?.start ?? "")\(blanks)\(call)(\(all.joined(separator: ", ")))\n\(end)"
  }

  private func registration(_ body: String, in context: some MacroExpansionContext) -> [DeclSyntax] {
    guard variable.registeredName != nil else { return [] }
    return [
      """
      \(raw: context.place(of: nameToken)?.start ?? "")\
      private static func \(raw: registrationFunction(name))(in list: inout InspectorKit.PropertyDeclarations) {
      \(raw: body)}
      """
    ]
  }
}

extension VariableDeclSyntax {
  /// The name under which `@Inspectable` or `@Part` adds a registration function, where one does.
  ///
  /// Nil too where the compiler refuses the macro's arguments: then it expands nothing, and a call of the function would
  /// add a second error that says less.
  var registeredName: String? {
    guard let property = Property(self), property.nameToken.isPlainIdentifier,
      attributes.count(named: "Inspectable") + attributes.count(named: "Part") == 1
    else { return nil }
    let attribute = attributes.first(named: "Inspectable") ?? attributes.first(named: "Part")
    return attribute?.compilerRefusesArguments == true ? nil : property.name
  }
}

/// The name of the function that registers a property: `_declare_pointCount`.
func registrationFunction(_ property: String) -> String { "_declare_\(property)" }
