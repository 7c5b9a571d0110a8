import SwiftSyntax

extension AttributeSyntax {
  /// The types that the arguments of the macros can have.
  private enum ArgumentType {
    case text, flag, number, integer, range, options, list
  }

  private static let argumentTypes: KeyValuePairs<String, ArgumentType> = [
    "label": .text, "help": .text, "range": .range, "softRange": .range, "step": .number, "unit": .text,
    "options": .options, "flags": .options, "group": .text, "order": .integer, "readOnly": .flag, "aliases": .list,
    "required": .flag, "title": .flag, "references": .text, "multiline": .flag, "file": .list, "validate": .list,
    "visibleWhen": .text, "enabledWhen": .text, "since": .text, "deprecated": .text,
    "dependsOn": .list, "aliasOf": .text, "storedAs": .text, "affectedBy": .list,
  ]

  private static let argumentTypesOfSetting: KeyValuePairs<String, ArgumentType> = [
    "label": .text, "help": .text, "range": .range, "unit": .text, "options": .options, "personal": .flag,
  ]

  /// True if the compiler certainly refuses the arguments of `@Inspectable` or `@Setting`: their labels, their order or a literal of
  /// the wrong type. The compiler then does not expand the macro.
  var compilerRefusesArguments: Bool {
    var last = -1
    let types = baseName == "Setting" ? Self.argumentTypesOfSetting : Self.argumentTypes
    for argument in labeledArguments {
      let place = types.enumerated().first { $0.element.key == argument.label?.text }
      guard let place, place.offset > last, !Self.refuses(argument.expression, as: place.element.value) else {
        return true
      }
      last = place.offset
    }
    return false
  }

  /// True if the compiler certainly refuses the arguments of `@Action`: their labels, their order or a literal that is
  /// not a string.
  var compilerRefusesActionArguments: Bool {
    let labels = labeledArguments.map { $0.label?.text }
    let inOrder = [nil, "help", "enabledWhen"].filter { labels.contains($0) }
    return labels != inOrder || labeledArguments.contains { Self.refuses($0.expression, as: .text) }
  }

  /// Returns true if an expression is a literal that cannot have the type; false for an expression that is not a
  /// literal.
  private static func refuses(_ value: ExprSyntax, as type: ArgumentType) -> Bool {
    switch type {
    case .text: value.isNumberLiteral || value.isFlagLiteral || value.is(ArrayExprSyntax.self)
    case .flag: value.isNumberLiteral || value.isTextLiteral || value.isNilLiteral || value.is(ArrayExprSyntax.self)
    case .number: value.isTextLiteral || value.isFlagLiteral || value.is(ArrayExprSyntax.self)
    case .integer:
      value.is(FloatLiteralExprSyntax.self) || value.isTextLiteral || value.isFlagLiteral
        || value.is(ArrayExprSyntax.self)
    case .range: value.isNumberLiteral || value.isFlagLiteral || value.isTextLiteral || value.binary?.symbol == "..<"
    case .options: value.isNumberLiteral || value.isFlagLiteral || value.isTextLiteral
    case .list:
      value.isNumberLiteral || value.isFlagLiteral || value.isTextLiteral || value.isNilLiteral
        || value.elements.contains { $0.isNumberLiteral || $0.isFlagLiteral || $0.isNilLiteral }
    }
  }
}

extension ExprSyntax {
  fileprivate var isNumberLiteral: Bool {
    self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
  }
  fileprivate var isFlagLiteral: Bool { self.is(BooleanLiteralExprSyntax.self) }
  fileprivate var isTextLiteral: Bool { self.is(StringLiteralExprSyntax.self) }
  fileprivate var isNilLiteral: Bool { self.is(NilLiteralExprSyntax.self) }
}
