import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

extension AttributeSyntax {
  /// The attribute's name without its module: `Inspectable` for `@Inspectable` and for `@InspectorKit.Inspectable`.
  var baseName: String {
    if let member = attributeName.as(MemberTypeSyntax.self), member.baseType.trimmedDescription == "InspectorKit" {
      return member.name.text
    }
    return attributeName.trimmedDescription
  }

  var labeledArguments: [LabeledExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    return Array(list)
  }

  /// Returns the value of the argument with this label; nil if the argument is omitted.
  func argument(_ label: String) -> ExprSyntax? { labeledArguments.first { $0.label?.text == label }?.expression }

  /// Returns the attribute's arguments as source text for the registration call, without comments: `["range: 3...64"]`.
  ///
  /// If `help` is omitted, the first paragraph of the declaration's doc comment is used instead.
  func arguments(helpFrom declaration: some DeclSyntaxProtocol) -> [String] {
    // The only argument without a label is the `label` of an `@Action`.
    var texts = labeledArguments.map { "\($0.label?.text ?? "label"): \($0.expression.trimmedDescription)" }
    if argument("help") == nil, let help = declaration.firstParagraph {
      // Arguments have a fixed order, and only `label` precedes `help`.
      let hasLabel = texts.first?.hasPrefix("label:") == true
      texts.insert("help: \(StringLiteralExprSyntax(content: help))", at: hasLabel ? 1 : 0)
    }
    return texts
  }

  /// True if the argument `readOnly` is given and is not the literal `false`. Any other expression is evaluated at
  /// registration.
  var mayBeReadOnly: Bool {
    guard let value = argument("readOnly") else { return false }
    return value.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind != .keyword(.false)
  }

  /// Returns the mistakes in the values of `@Inspectable`'s arguments; the compiler checks their labels and types.
  ///
  /// Only literals are checked here; other expressions are checked when the plugin registers its components.
  func argumentProblems(of property: Property) -> [Problem] {
    var problems: [Problem] = []
    if let label = argument("label"), let text = label.literalText, text.allSatisfy(\.isWhitespace) {
      problems.append(Problem(.emptyLabel, at: label))
    }
    let (name, type) = (property.name, property.typeOfNoNumber)
    for label in ["range", "softRange"] {
      guard let range = argument(label), !range.is(NilLiteralExprSyntax.self) else { continue }
      if let type {
        problems.append(Problem(.rangeOfNoNumber(name, type, label), at: range))
      } else if let words = range.rangeProblem {
        problems.append(Problem(words, at: range))
      }
    }
    if let step = argument("step"), !step.is(NilLiteralExprSyntax.self) {
      if let type {
        problems.append(Problem(.stepOfNoNumber(name, type), at: step))
      } else if let number = step.literalNumber, !(number > 0) {
        problems.append(Problem(.badStep(step.trimmedDescription), at: step))
      }
    }
    if let unit = argument("unit"), !unit.is(NilLiteralExprSyntax.self), let type, property.isOfNoMeasure {
      problems.append(Problem(.unitOfNoMeasure(name, type), at: unit))
    }
    for (label, words) in Self.textRoles {
      guard let value = argument(label), let type = property.typeOfNoText, value.isGiven else { continue }
      problems.append(Problem(.roleOfNoText(name, type, label, words), at: value))
    }
    if let own = argument("aliases")?.elements.first(where: { $0.aliasText == name }) {
      problems.append(Problem(.aliasOfItself(name), at: own))
    }
    if let own = argument("dependsOn")?.elements.first(where: { $0.literalText == name }) {
      problems.append(Problem(.dependsOnItself(name), at: own))
    }
    return problems
  }
}

extension AttributeSyntax {
  /// The arguments that only a property of type String can have, each with the words for its role.
  private static let textRoles: KeyValuePairs<String, String> = [
    "title": "be an object's title", "references": "refer to an object", "multiline": "have several lines",
    "file": "be the path of a file",
  ]
}

extension Property {
  /// True if syntax alone shows that the type is a string, a Boolean or a colour, none of which can have a unit.
  fileprivate var isOfNoMeasure: Bool {
    guard let type else { return typeOfNoNumber != nil }
    return type.tokens(viewMode: .sourceAccurate).contains { ["String", "Bool", "Color"].contains($0.plainName) }
  }

  /// The type as written or inferred from a literal, if syntax alone shows that it is inspectable and not a string;
  /// otherwise nil. A type that is not built in may be an enumeration of strings, which registration checks.
  fileprivate var typeOfNoText: String? {
    guard let type else {
      return switch binding.initializer?.value.as(ExprSyntaxEnum.self) {
      case .integerLiteralExpr: "Int"
      case .floatLiteralExpr: "Double"
      case .booleanLiteralExpr: "Bool"
      default: nil
      }
    }
    let others = InspectableTypes.numbers.union(["Bool", "Color", "Point", "Size", "Rect"])
    let isOther = type.tokens(viewMode: .sourceAccurate).contains { others.contains($0.plainName) }
    return isOther ? type.trimmedDescription : nil
  }

  /// The type as written or inferred from a literal, if syntax alone shows that it is inspectable and not a number;
  /// otherwise nil.
  fileprivate var typeOfNoNumber: String? {
    guard let type else {
      return switch binding.initializer?.value.as(ExprSyntaxEnum.self) {
      case .stringLiteralExpr: "String"
      case .booleanLiteralExpr: "Bool"
      default: nil
      }
    }
    guard case .supported = InspectableTypes.verdict(on: type) else { return nil }
    let isNumber = type.tokens(viewMode: .sourceAccurate).contains { InspectableTypes.numbers.contains($0.plainName) }
    return isNumber ? nil : type.trimmedDescription
  }
}

extension ExprSyntax {
  /// The text of a string literal without interpolations; nil for any other expression.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// True if the expression is `true`, a string or a list; false for `false`, `nil`, and expressions that syntax alone
  /// cannot judge.
  fileprivate var isGiven: Bool {
    self.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
      || self.is(StringLiteralExprSyntax.self) || !elements.isEmpty
  }

  /// The elements of an array literal; empty for any other expression.
  var elements: [ExprSyntax] { self.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [] }

  /// The text of a former name, which is a string literal or the first argument of `.named("angle", through: "radians")`;
  /// nil for any other expression.
  var aliasText: String? {
    literalText ?? self.as(FunctionCallExprSyntax.self)?.arguments.first?.expression.literalText
  }

  /// The operands and the operator of an expression such as `a + b`; nil for any other expression. The compiler folds
  /// the operators in the attribute of the macro itself, but passes the attributes of members as flat sequences.
  var binary: (left: ExprSyntax, symbol: String, right: ExprSyntax)? {
    if let folded = self.as(InfixOperatorExprSyntax.self) {
      return (folded.leftOperand, folded.operator.trimmedDescription, folded.rightOperand)
    }
    guard let flat = self.as(SequenceExprSyntax.self)?.elements, flat.count == 3, let left = flat.first,
      let symbol = flat.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text, let right = flat.last
    else { return nil }
    return (left, symbol, right)
  }

  /// The mistake in a range of number literals that runs backwards; nil for any other expression. Making such a range
  /// would trap in the plugin.
  fileprivate var rangeProblem: Problem.Words? {
    guard let (lower, symbol, upper) = binary, symbol == "...",
      let low = lower.literalNumber, let high = upper.literalNumber, low > high
    else { return nil }
    let (from, to) = (upper.trimmedDescription, lower.trimmedDescription)
    // Without spaces, `...-` would be one operator.
    return .backwardRange(trimmedDescription, to.hasPrefix("-") ? "\(from) ... \(to)" : "\(from)...\(to)")
  }

  fileprivate var literalNumber: Double? {
    if let negative = self.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-" {
      return negative.expression.literalNumber.map { -$0 }
    }
    let text =
      self.as(IntegerLiteralExprSyntax.self)?.literal.text ?? self.as(FloatLiteralExprSyntax.self)?.literal.text
    guard let digits = text?.replacing("_", with: "") else { return nil }
    // `Double` parses `0x1F`, but not `0b101` and `0o17`, which are checked at registration.
    return Double(digits)
  }
}
