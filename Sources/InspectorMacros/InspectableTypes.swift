import SwiftSyntax

/// A classification of types by syntax alone: inspectable, never inspectable, or known only to the type checker.
enum InspectableTypes {
  /// The part of an error message that lists the eight inspectable types. The message of
  /// `PropertyDeclarations.property`, for types that syntax does not show, contains the same list.
  static let sentence = "the types are Int, String, Double, Bool, Color, Point, Size and Rect"

  enum Verdict {
    case supported
    /// A type that is never inspectable. `advice` names a replacement, such as a type for the same values; nil if there
    /// is none.
    case refused(advice: String?)
    /// A name that only the type checker can resolve.
    case unknown
  }

  static let swiftTypes: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "Double", "Float", "String", "Bool",
  ]
  static let kitTypes: Set = ["Color", "Point", "Size", "Rect"]
  static let numbers = swiftTypes.subtracting(["String", "Bool"])

  private static let forElements = "a property for each element"
  private static let forValues = "a property for each value"
  private static let forEdges = "a Double for each edge"

  /// The names of types that are never inspectable, each with the replacement that the error message advises; nil if
  /// there is none.
  private static let refused: [String: String?] = [
    "UInt": "Int", "UInt64": "Int", "UInt128": "Int", "Int128": "Int",
    "Float16": "Float", "Float80": "Double", "Decimal": "Double", "Duration": "Double",
    "Character": "String", "Substring": "String", "StaticString": "String", "NSString": "String", "URL": "String",
    "UUID": "String", "AttributedString": "String", "UIImage": "String", "NSImage": "String", "UIFont": "String",
    "NSFont": "String", "Date": "String", "Data": "String", "NSNumber": "Int, Double or Bool",
    "Array": forElements, "InlineArray": forElements, "Dictionary": forValues, "Set": "a Bool for each member",
    "Range": "a property for each bound", "ClosedRange": "a property for each bound",
    "UIEdgeInsets": forEdges, "NSEdgeInsets": forEdges, "NSDirectionalEdgeInsets": forEdges, "CGVector": "Point",
    "Any": nil, "AnyObject": nil, "Never": nil, "Void": nil, "CGAffineTransform": nil, "CATransform3D": nil,
    "NSLayoutConstraint": nil,
  ]

  /// The replacements for types that a port from UIKit may define as aliases of the eight types. Only the type checker
  /// knows whether the port defines them.
  static let ported = [
    "CGFloat": "Double", "CGPoint": "Point", "CGSize": "Size", "CGRect": "Rect", "NSPoint": "Point", "NSSize": "Size",
    "NSRect": "Rect", "NSInteger": "Int", "NSUInteger": "Int", "UIColor": "Color", "NSColor": "Color",
    "CGColor": "Color",
  ]

  /// Classifies a type by its syntax alone.
  static func verdict(on type: TypeSyntax) -> Verdict {
    switch type.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): return verdict(onWrapped: type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): return verdict(onWrapped: type.wrappedType)
    case .attributedType(let type): return verdict(on: type.baseType)
    case .tupleType(let type):
      guard let only = type.elements.first, type.elements.count == 1 else {
        return .refused(advice: type.elements.isEmpty ? nil : forElements)
      }
      return verdict(on: only.type)
    case .identifierType(let type): return verdict(onName: type.name.plainName, type.genericArgumentClause)
    case .memberType(let type):
      switch type.baseType.trimmedDescription {
      case "Swift": return verdict(onName: type.name.plainName, type.genericArgumentClause, in: swiftTypes)
      case "InspectorKit": return verdict(onName: type.name.plainName, type.genericArgumentClause, in: kitTypes)
      default: return .unknown
      }
    case .arrayType, .inlineArrayType: return .refused(advice: forElements)
    case .dictionaryType: return .refused(advice: forValues)
    case .functionType, .metatypeType, .someOrAnyType, .compositionType: return .refused(advice: nil)
    default: return .unknown
    }
  }

  /// Returns true if a type is inspectable and defined by Swift itself. InspectorKit's types do not count, since a
  /// plugin's component may also have a name such as `Rect`.
  static func isOfStandardLibrary(_ type: TypeSyntax) -> Bool {
    guard case .supported = verdict(on: type) else { return false }
    return type.tokens(viewMode: .sourceAccurate).contains { swiftTypes.contains($0.plainName) }
  }

  private static func verdict(onWrapped type: TypeSyntax) -> Verdict {
    guard type.isOptional else { return verdict(on: type) }
    if case .refused(let advice) = verdict(on: type) { return .refused(advice: advice) }
    return .refused(advice: type.trimmedDescription)
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

  /// Returns a description of an initial value and advice on a replacement, if syntax alone shows that the value's type
  /// is not inspectable; nil for any other value.
  static func refusal(ofValue value: ExprSyntax) -> (found: String, advice: String?)? {
    switch value.as(ExprSyntaxEnum.self) {
    case .arrayExpr: return ("an array", forElements)
    case .dictionaryExpr: return ("a dictionary", forValues)
    case .closureExpr: return ("a closure", nil)
    case .regexLiteralExpr: return ("a regular expression", nil)
    case .keyPathExpr: return ("a key path", nil)
    case .tupleExpr(let tuple):
      guard let only = tuple.elements.first, tuple.elements.count == 1 else {
        return ("a tuple", tuple.elements.isEmpty ? nil : forElements)
      }
      return refusal(ofValue: only.expression)
    case .functionCallExpr(let call):
      // This handles `[Int]()` and `UInt(3)`. A call of a closure, `{ … }()`, may return a value of any type.
      if call.calledExpression.is(ArrayExprSyntax.self) { return ("an array", forElements) }
      if call.calledExpression.is(DictionaryExprSyntax.self) { return ("a dictionary", forValues) }
      guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.plainName,
        let advice = refused[name]
      else { return nil }
      return ("'\(name)'", advice)
    case .sequenceExpr(let sequence):
      guard let type = sequence.typeAfterAs, case .refused(let advice) = verdict(on: type) else { return nil }
      return ("'\(type.trimmedDescription)'", advice)
    default: return nil
    }
  }
}

extension SequenceExprSyntax {
  /// The type after `as`, such as `UInt64` in `3 as UInt64`; nil if the expression does not end with `as` and a type.
  /// The operators have no precedence yet, since macros receive declarations before their operators are folded.
  var typeAfterAs: TypeSyntax? {
    guard elements.dropLast().last?.is(UnresolvedAsExprSyntax.self) == true else { return nil }
    return elements.last?.as(TypeExprSyntax.self)?.type
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
