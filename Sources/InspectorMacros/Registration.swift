import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Property {
  /// Returns the function that registers the property with one call of a method of `list`, or an empty function if
  /// `call` is nil. Returns an empty array if the property has no ``VariableDeclSyntax/registeredName``.
  ///
  /// The compiler reports type errors in the call at the location of the property. `#sourceLocation` sets the line.
  /// Spaces set the column: they align the callee, where the compiler reports errors about the property's type, with
  /// the property's name.
  ///
  /// A property with mistakes gets an empty function. `@Component` can therefore call the functions of all marked
  /// properties without checking them again, and the two macros need not agree on the checks.
  func registration(
    _ call: String?, of component: ClassDeclSyntax, _ arguments: [String] = [],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let body = call.map { nameToken.call(of: "list.\($0)", of: component, arguments, in: context) }
    return registration(body ?? "", in: context)
  }

  /// Returns the function that registers the property if only the type checker can tell whether its type is
  /// inspectable.
  ///
  /// The returned function contains two overloads of a function `inspect`: one registers the property, the other is
  /// unavailable and carries the error message. The property's type decides which overload the call refers to. The
  /// compiler reports an error in this call at the location of the type.
  func registration(
    _ method: String, of component: ClassDeclSyntax, unless problem: Problem, _ metadata: [String], get: String,
    set: String?, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let name = component.name.text
    let isSetting = method == "setting"
    let setter = isSetting ? "" : ", set: ((\(name), _Value) -> Void)? = nil"
    let closures = "get: @escaping (\(name)) -> _Value\(setter)"
    let accessors = ["get: get"] + (isSetting ? [] : ["set: set"])
    let call = nameToken.call(of: "list.\(method)", of: component, metadata + accessors, in: context)
    let place = context.place(of: problem.node)
    let blanks = String(repeating: " ", count: max(0, (place?.column ?? 3) - 1))
    let arguments = ["get: \(get)"] + (set.map { ["set: \($0)"] } ?? [])
    return registration(
      """
        func inspect<_Value: InspectorKit.InspectableProperty>(\(closures)) {
      \(call)  }
      \(place?.start ?? "")\
        @available(*, unavailable, message: \(StringLiteralExprSyntax(content: problem.words.message))) @_disfavoredOverload \
      func inspect<_Value>(\(closures)) {}
      \(place?.start ?? "")\(blanks)inspect(\(arguments.joined(separator: ", ")))
      \(place == nil ? "" : "#sourceLocation()\n")
      """, in: context)
  }

  private func registration(_ body: String, in context: some MacroExpansionContext) -> [DeclSyntax] {
    variable.registeredName == nil ? [] : nameToken.registration(body, in: context)
  }
}

extension TokenSyntax {
  /// Returns source text that calls `function` to register the member with this name. The call is on separate lines, to
  /// which the compiler assigns the location of the name.
  func call(
    of function: String, of component: ClassDeclSyntax, _ arguments: [String], in context: some MacroExpansionContext
  ) -> String {
    let place = context.place(of: self)
    let blanks = String(repeating: " ", count: max(2, (place?.column ?? 0) - 1 - "list.".count))
    let all = ["\"\(plainName)\"", "of: \(component.name.text).self"] + arguments
    let end = place == nil ? "" : "#sourceLocation()\n"
    return "\(place?.start ?? "")\(blanks)\(function)(\(all.joined(separator: ", ")))\n\(end)"
  }

  /// Returns the function that registers the member with this name, with the given source text as its body. The
  /// compiler assigns the location of the name to the function.
  func registration(_ body: String, in context: some MacroExpansionContext) -> [DeclSyntax] {
    [
      """
      \(raw: context.place(of: self)?.start ?? "")\
      private static func \(raw: registrationFunction(plainName))(in list: inout InspectorKit.PropertyDeclarations) {
      \(raw: body)}
      """
    ]
  }
}

extension VariableDeclSyntax {
  /// The name of the property for which `@Inspectable`, `@Part` or `@Setting` adds a registration function; nil if none
  /// of these macros adds one.
  ///
  /// The value is also nil if the compiler refuses the macro's arguments. The macro then expands to nothing, and a call
  /// of the missing function would add a second, less helpful error.
  var registeredName: String? {
    guard let property = Property(self), property.nameToken.isPlainIdentifier,
      case let marks = ["Inspectable", "Part", "Setting"].filter({ attributes.count(named: $0) > 0 }),
      let mark = marks.first,
      marks.count == 1, attributes.count(named: mark) == 1
    else { return nil }
    return attributes.first(named: mark)?.compilerRefusesArguments == true ? nil : property.name
  }
}

/// Returns the name of the function that registers a property, part or action, such as `_declare_pointCount`.
func registrationFunction(_ property: String) -> String { "_declare_\(property)" }
