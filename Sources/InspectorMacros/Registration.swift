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
    guard variable.registeredName != nil else { return [] }
    let place = context.place(of: nameToken)
    let blanks = String(repeating: " ", count: max(2, (place?.column ?? 0) - 1 - "list.".count))
    let all = ["\"\(name)\"", "of: \(component.name.text).self"] + arguments
    let line = call.map { "\(place?.start ?? "")\(blanks)list.\($0)(\(all.joined(separator: ", ")))\n" } ?? ""
    let end = call == nil || place == nil ? "" : "#sourceLocation()\n"
    return [
      """
      \(raw: place?.start ?? "")\
      private static func \(raw: registrationFunction(name))(in list: inout InspectorKit.PropertyDeclarations) {
      \(raw: line)\(raw: end)}
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
