import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Property {
  /// Returns the peer that registers the property: a function with one call on `list`, or an empty one if `call` is
  /// nil.
  ///
  /// Type errors in the call point at the property's own location. `#sourceLocation` sets the line. Blanks set the
  /// column: they align the callee, where the compiler reports errors about the property's type, with the property's
  /// name.
  ///
  /// A refused property gets an empty function. `@Component` can therefore call the functions of all marked properties
  /// without checking them again, and no function is missing because two checks differ.
  func registration(
    _ call: String?, of component: ClassDeclSyntax, _ arguments: [String] = [],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let line = call.map { self.line("list.\($0)", of: component, arguments, in: context) }
    return registration(line ?? "", in: context)
  }

  /// Returns the registration of a property if only the type checker knows whether its type is inspectable.
  ///
  /// The function `inspect` has two overloads: one registers the property, the other is unavailable and carries the
  /// error message. The property's type decides which overload the call, at the type's own location, refers to.
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

  /// Returns a call at the property's own location, on lines of its own.
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
  /// The name for which `@Inspectable` or `@Part` adds a registration function; nil if neither does.
  ///
  /// It is also nil if the compiler refuses the macro's arguments. The macro then expands to nothing, and a call of the
  /// function would add a second, less helpful error.
  var registeredName: String? {
    guard let property = Property(self), property.nameToken.isPlainIdentifier,
      attributes.count(named: "Inspectable") + attributes.count(named: "Part") == 1
    else { return nil }
    let attribute = attributes.first(named: "Inspectable") ?? attributes.first(named: "Part")
    return attribute?.compilerRefusesArguments == true ? nil : property.name
  }
}

/// Returns the name of the function that registers a property: `_declare_pointCount`.
func registrationFunction(_ property: String) -> String { "_declare_\(property)" }
