import SwiftSyntax

extension Property {
  /// The problem to report if the type of the property turns out not to be inspectable; nil if syntax alone shows
  /// whether it is. Only the type checker can judge other types, such as an enum or a type alias.
  ///
  /// The macro supplies the error message, since only the macro knows the name and the location of the type. Without a
  /// written type, the location is that of the initial value. The type checker decides whether the message is reported.
  var problemIfNotInspectable: Problem? {
    if let type { return Self.uncertain(type) }
    guard let value = binding.initializer?.value, !InspectableTypes.supports(value) else { return nil }
    if let type = value.as(SequenceExprSyntax.self)?.typeAfterAs { return Self.uncertain(type) }
    let words: Problem.Words =
      if let call = value.as(FunctionCallExprSyntax.self), let type = call.calledExpression.pathOfType {
        .uninspectable("'\(type.joined(separator: "."))'", ofType: type.last)
      } else if let member = value.as(MemberAccessExprSyntax.self), let type = member.base?.pathOfType {
        .uninspectable(
          "the type of '\(type.joined(separator: ".")).\(member.declName.baseName.text)'", like: type.last)
      } else {
        .uninspectable("the type of '\(name)'")
      }
    return Problem(words, at: value)
  }

  private static func uncertain(_ type: TypeSyntax) -> Problem? {
    guard case .unknown = InspectableTypes.verdict(on: type) else { return nil }
    return Problem(.uninspectable("'\(type.spelling)'", ofType: type.nameOfWrapped), at: type)
  }
}

extension InspectableTypes {
  /// Returns true if an initial value's syntax shows that its type is one of the eight inspectable types or a variant
  /// such as `Int32` or `Float`.
  static func supports(_ value: ExprSyntax) -> Bool {
    switch value.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr: return true
    case .prefixOperatorExpr(let negative): return negative.operator.text == "-" && supports(negative.expression)
    case .functionCallExpr(let call): return supports(pathOfType: call.calledExpression)
    case .memberAccessExpr(let member): return member.base.map(supports(pathOfType:)) ?? false
    case .sequenceExpr(let sequence):
      guard let type = sequence.typeAfterAs, case .supported = verdict(on: type) else { return false }
      return true
    default: return false
    }
  }

  private static func supports(pathOfType expression: ExprSyntax) -> Bool {
    guard let path = expression.pathOfType, let name = path.last else { return false }
    return switch path.count {
    case 1: swiftTypes.contains(name) || kitTypes.contains(name)
    case 2: path[0] == "Swift" && swiftTypes.contains(name) || path[0] == "InspectorKit" && kitTypes.contains(name)
    default: false
    }
  }
}

extension ExprSyntax {
  /// The names in a path to a type, such as `Panel.Mode`. Nil for any other expression, and if the last name does not
  /// begin with an upper-case letter, as type names do.
  fileprivate var pathOfType: [String]? {
    guard let path, path.last?.first?.isUppercase == true else { return nil }
    return path
  }

  private var path: [String]? {
    if let name = self.as(DeclReferenceExprSyntax.self), name.argumentNames == nil { return [name.baseName.text] }
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.path else { return nil }
    return base + [member.declName.baseName.text]
  }
}

extension TypeSyntax {
  /// The source text of the type on one line, without spaces or comments.
  fileprivate var spelling: String { tokens(viewMode: .sourceAccurate).map(\.text).joined() }

  /// The name of the type without optionals, such as `Mode` for `Panel.Mode?`; nil if the type cannot be an enum of
  /// String or Int.
  fileprivate var nameOfWrapped: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): type.wrappedType.nameOfWrapped
    case .implicitlyUnwrappedOptionalType(let type): type.wrappedType.nameOfWrapped
    case .attributedType(let type): type.baseType.nameOfWrapped
    case .tupleType(let type): type.elements.count == 1 ? type.elements.first?.type.nameOfWrapped : nil
    case .identifierType(let type):
      if let generics = type.genericArgumentClause {
        type.name.text == "Optional" ? generics.arguments.first?.argument.as(TypeSyntax.self)?.nameOfWrapped : nil
      } else {
        type.name.text
      }
    case .memberType(let type): type.genericArgumentClause == nil ? type.name.text : nil
    default: nil
    }
  }
}
