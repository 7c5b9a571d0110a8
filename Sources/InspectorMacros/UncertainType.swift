import SwiftSyntax

/// A type of which only the type checker knows whether it is inspectable, such as an enum or an alias.
///
/// The macro writes the refusal, since only here the type's name is known and its place, and the type checker decides
/// whether it is written.
struct UncertainType {
  /// What stands for the type in the source: it, or the initial value.
  let node: Syntax

  /// The refusal, if it is one.
  let words: Problem.Words
}

extension Property {
  /// The type, unless syntax shows that it is one of the eight or their kin.
  var uncertainType: UncertainType? {
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
    return UncertainType(node: Syntax(value), words: words)
  }

  private static func uncertain(_ type: TypeSyntax) -> UncertainType? {
    guard case .unknown = InspectableTypes.verdict(on: type) else { return nil }
    return UncertainType(node: Syntax(type), words: .uninspectable("'\(type.spelling)'", ofType: type.nameOfWrapped))
  }
}

extension InspectableTypes {
  /// Whether the syntax of an initial value shows that its type is one of the eight or their kin.
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
  /// The names in `Panel.Mode`, where the last begins with a capital, as those of types do.
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
  /// The type on one line, without comments.
  fileprivate var spelling: String { tokens(viewMode: .sourceAccurate).map(\.text).joined() }

  /// `Mode` in `Panel.Mode?`; nil where that cannot be the name of an enum of String or Int.
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
