import SwiftSyntax

/// A `var` or `let` declaration of one property.
struct Property {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// The name as written, including any backticks.
  let nameToken: TokenSyntax

  /// Creates the property of a declaration. Returns nil if the declaration has several variables, a tuple pattern, or
  /// neither a type nor an initial value.
  init?(_ variable: VariableDeclSyntax) {
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      binding.typeAnnotation != nil || binding.initializer != nil
    else { return nil }
    self.variable = variable
    self.binding = binding
    nameToken = pattern.identifier
  }

  /// The name under which the property is registered, without backticks.
  var name: String { nameToken.plainName }

  /// The name as source text for generated code, with the backticks that its author wrote, so that names such as
  /// `default` and `repeat` work.
  var spelling: String { nameToken.text }

  /// The type as written, including the property's own optionality; nil if it is inferred.
  var type: TypeSyntax? { binding.typeAnnotation?.type }

  var isOverride: Bool { variable.modifiers.contains { $0.name.tokenKind == .keyword(.override) } }

  /// True if setting the property may run code: accessors, an own or inherited observer, `lazy`, or a property wrapper.
  ///
  /// An attribute that is not known to be harmless may be a property wrapper, and therefore makes this true.
  var isObserved: Bool {
    if binding.accessorBlock != nil || isOverride { return true }
    if variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return true }
    let harmless: Set = ["Inspectable", "Part", "available", "usableFromInline", "inlinable", "exclusivity"]
    return variable.attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return !harmless.contains(attribute.baseName)
    }
  }

  // MARK: Accessors

  /// Returns true if the property has an accessor with this keyword, such as `didSet`.
  func has(_ keyword: String) -> Bool { accessor(keyword) != nil }

  /// True if reading the property runs a getter that its author wrote.
  var isComputed: Bool {
    if case .getter = binding.accessorBlock?.accessors { return true }
    return ["get", "_read", "read", "unsafeAddress"].contains(where: has)
  }

  /// True if the property is computed and cannot be set.
  var isReadOnly: Bool {
    isComputed && !["set", "_modify", "modify", "unsafeMutableAddress"].contains(where: has)
  }

  /// The keyword `async` or `throws` after `get`; nil if the getter has neither.
  var getterEffect: TokenSyntax? {
    let effects = accessor("get")?.effectSpecifiers
    return effects?.asyncSpecifier ?? effects?.throwsClause?.throwsSpecifier
  }

  private func accessor(_ keyword: String) -> AccessorDeclSyntax? {
    guard case .accessors(let list) = binding.accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.text == keyword }
  }
}

extension TokenSyntax {
  /// The token's text without backticks.
  var plainName: String { identifier?.name ?? text }
}
