import SwiftSyntax

/// What syntax shows about types: which are inspectable, which never are, and which only the type checker knows.
enum InspectableTypes {
  /// The eight, as they are named in refusals; `PropertyDeclarations.property` says the same of types unknown to syntax.
  static let sentence = "the types are Int, String, Double, Bool, Color, Point, Size and Rect"

  enum Verdict {
    case supported
    /// Never inspectable; with the type to use instead, where one holds the same values.
    case refused(advice: String?)
    /// A name that may be anything.
    case unknown
  }

  private static let swiftTypes: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "Double", "Float", "String", "Bool",
  ]
  private static let kitTypes: Set = ["Color", "Point", "Size", "Rect"]
  static let numbers = swiftTypes.subtracting(["String", "Bool"])

  /// Names that are never inspectable. Names that a port from UIKit may define as an alias of one of the eight (`CGFloat`,
  /// `CGPoint`, `UIColor`) are left to the type checker.
  private static let refused: [String: String?] = [
    "UInt": "Int", "UInt64": "Int", "UInt128": "Int", "Int128": "Int",
    "Float16": "Float", "Float80": "Double", "Decimal": "Double",
    "Character": "String", "Substring": "String", "StaticString": "String", "NSString": "String", "URL": "String",
    "UUID": "String", "AttributedString": "String", "UIImage": "String", "NSImage": "String",
    "NSNumber": "Int, Double or Bool",
    "Array": nil, "Dictionary": nil, "Set": nil, "Range": nil, "ClosedRange": nil, "InlineArray": nil,
    "Any": nil, "AnyObject": nil, "Never": nil, "Void": nil, "Duration": nil, "Date": nil, "Data": nil,
    "UIEdgeInsets": nil, "CGVector": nil, "CGAffineTransform": nil, "CATransform3D": nil, "NSLayoutConstraint": nil,
  ]

  static func verdict(on type: TypeSyntax) -> Verdict {
    switch type.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): return verdict(onWrapped: type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): return verdict(onWrapped: type.wrappedType)
    case .attributedType(let type): return verdict(on: type.baseType)
    case .tupleType(let type):
      guard let only = type.elements.first, type.elements.count == 1 else { return .refused(advice: nil) }
      return verdict(on: only.type)
    case .identifierType(let type): return verdict(onName: type.name.plainName, type.genericArgumentClause)
    case .memberType(let type):
      switch type.baseType.trimmedDescription {
      case "Swift": return verdict(onName: type.name.plainName, type.genericArgumentClause, in: swiftTypes)
      case "InspectorKit": return verdict(onName: type.name.plainName, type.genericArgumentClause, in: kitTypes)
      default: return .unknown
      }
    case .arrayType, .dictionaryType, .functionType, .metatypeType, .someOrAnyType, .compositionType, .inlineArrayType:
      return .refused(advice: nil)
    default: return .unknown
    }
  }

  /// Whether it is one of the supported types that Swift itself defines; a component may be called `Rect`.
  static func isOfStandardLibrary(_ type: TypeSyntax) -> Bool {
    guard case .supported = verdict(on: type) else { return false }
    return type.tokens(viewMode: .sourceAccurate).contains { swiftTypes.contains($0.plainName) }
  }

  private static func verdict(onWrapped type: TypeSyntax) -> Verdict {
    type.isOptional ? .refused(advice: nil) : verdict(on: type)
  }

  private static func verdict(
    onName name: String, _ generics: GenericArgumentClauseSyntax?,
    in supported: Set<String> = swiftTypes.union(kitTypes)
  ) -> Verdict {
    if name == "Optional", let wrapped = generics?.arguments.first?.argument.as(TypeSyntax.self) {
      return verdict(onWrapped: wrapped)
    }
    if let advice = refused[name] { return .refused(advice: advice) }
    return generics == nil && supported.contains(name) ? .supported : .unknown
  }

  /// What an initial value is, where its syntax alone says that its type is not inspectable.
  static func refusal(ofValue value: ExprSyntax) -> (found: String, advice: String?)? {
    switch value.as(ExprSyntaxEnum.self) {
    case .arrayExpr: return ("an array", nil)
    case .dictionaryExpr: return ("a dictionary", nil)
    case .closureExpr: return ("a closure", nil)
    case .regexLiteralExpr: return ("a regular expression", nil)
    case .keyPathExpr: return ("a key path", nil)
    case .tupleExpr(let tuple):
      guard let only = tuple.elements.first, tuple.elements.count == 1 else { return ("a tuple", nil) }
      return refusal(ofValue: only.expression)
    case .functionCallExpr(let call):
      // `[Int]()` and `UInt(3)`; a call of a closure, `{ … }()`, may give anything.
      if call.calledExpression.is(ArrayExprSyntax.self) { return ("an array", nil) }
      if call.calledExpression.is(DictionaryExprSyntax.self) { return ("a dictionary", nil) }
      guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.plainName,
        let advice = refused[name]
      else { return nil }
      return ("'\(name)'", advice)
    case .sequenceExpr(let sequence):
      // `3 as UInt64`; declarations arrive with their operators not folded.
      guard sequence.elements.dropLast().last?.is(UnresolvedAsExprSyntax.self) == true,
        let type = sequence.elements.last?.as(TypeExprSyntax.self)?.type, case .refused(let advice) = verdict(on: type)
      else { return nil }
      return ("'\(type.trimmedDescription)'", advice)
    default: return nil
    }
  }
}

extension TypeSyntax {
  var isOptional: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType, .implicitlyUnwrappedOptionalType: true
    case .tupleType(let type): type.elements.count == 1 && type.elements.first?.type.isOptional == true
    case .identifierType(let type): type.name.plainName == "Optional" && type.genericArgumentClause != nil
    case .memberType(let type): type.trimmedDescription.hasPrefix("Swift.Optional<")
    default: false
    }
  }
}
