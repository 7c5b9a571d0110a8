import SwiftParser
import SwiftSyntax

extension AttributeSyntax {
  /// `Inspectable` for `@Inspectable` and for `@InspectorKit.Inspectable`.
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

  func argument(_ label: String) -> ExprSyntax? {
    labeledArguments.first { $0.label?.text == label }?.expression
  }

  /// The arguments as they are passed on, without the comments between them: `["range: 3...64"]`.
  var argumentTexts: [String] {
    labeledArguments.compactMap { argument in
      argument.label.map { "\($0.text): \(argument.expression.trimmedDescription)" }
    }
  }

  /// Whether the compiler is certain to refuse the arguments, and so expands no macro here.
  var compilerRefusesArguments: Bool {
    let labels = ["label", "help", "range", "options", "dependsOn"]
    return labeledArguments.contains { argument in
      guard let label = argument.label?.text, labels.contains(label) else { return true }
      let value = argument.expression
      return switch label {
      case "label", "help":
        value.is(IntegerLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
          || value.is(BooleanLiteralExprSyntax.self) || value.is(ArrayExprSyntax.self)
      case "dependsOn":
        value.is(IntegerLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
          || value.is(BooleanLiteralExprSyntax.self) || value.is(NilLiteralExprSyntax.self)
      default:
        value.is(IntegerLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
          || value.is(BooleanLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
          || value.binary?.symbol == "..<"
      }
    }
  }

  /// What is wrong with the values of `@Inspectable`'s arguments; the compiler checks their labels and types.
  ///
  /// Only literals are looked at: anything else is checked when the plugin registers.
  func argumentProblems(of property: Property) -> [Problem] {
    var problems: [Problem] = []
    if let label = argument("label"), let text = label.literalText, text.allSatisfy(\.isWhitespace) {
      problems.append(Problem(.emptyLabel, at: label))
    }
    if let range = argument("range"), !range.is(NilLiteralExprSyntax.self) {
      if let type = property.typeWithoutRange {
        problems.append(Problem(.rangeOfNoNumber(property.name, type), at: range))
      } else if let words = range.rangeProblem {
        problems.append(Problem(words, at: range))
      }
    }
    if let names = argument("dependsOn")?.as(ArrayExprSyntax.self),
      let own = names.elements.first(where: { $0.expression.literalText == property.name })
    {
      problems.append(Problem(.dependsOnItself(property.name), at: own.expression))
    }
    return problems
  }
}

extension Property {
  /// The type as spelled, where syntax shows that it is inspectable and no number.
  fileprivate var typeWithoutRange: String? {
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
  /// The text of a string literal without interpolations.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// The parts of `a + b`. The compiler hands over a macro's own attribute folded, and the attributes of members flat.
  fileprivate var binary: (left: ExprSyntax, symbol: String, right: ExprSyntax)? {
    if let folded = self.as(InfixOperatorExprSyntax.self) {
      return (folded.leftOperand, folded.operator.trimmedDescription, folded.rightOperand)
    }
    guard let flat = self.as(SequenceExprSyntax.self)?.elements, flat.count == 3, let left = flat.first,
      let symbol = flat.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text, let right = flat.last
    else { return nil }
    return (left, symbol, right)
  }

  /// What is wrong with a range of two number literals; to make such a range would trap in the plugin.
  fileprivate var rangeProblem: Problem.Words? {
    guard let (lower, symbol, upper) = binary, symbol == "...",
      let low = lower.literalNumber, let high = upper.literalNumber, low > high
    else { return nil }
    let (from, to) = (upper.trimmedDescription, lower.trimmedDescription)
    // Without blanks, `...-` would be one operator.
    return .backwardRange(trimmedDescription, to.hasPrefix("-") ? "\(from) ... \(to)" : "\(from)...\(to)")
  }

  private var literalNumber: Double? {
    if let negative = self.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-" {
      return negative.expression.literalNumber.map { -$0 }
    }
    let text =
      self.as(IntegerLiteralExprSyntax.self)?.literal.text ?? self.as(FloatLiteralExprSyntax.self)?.literal.text
    guard let digits = text?.replacing("_", with: "") else { return nil }
    // `0x1F` as a Double works; `0b101` and `0o17` are left to registration.
    return Double(digits)
  }
}
