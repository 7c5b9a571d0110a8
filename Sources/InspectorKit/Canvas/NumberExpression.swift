internal import Glibc
internal import JSONText

/// A numeric expression over named values, such as `value / maximumValue * (width - 20)`.
///
/// An expression may contain `+ - * /`, a minus sign, parentheses, `min(a, b)`, `max(a, b)`, `round(a)` and `floor(a)`.
/// A name is that of a property or of a number in its value: `alpha`, `frame.width`. In `min` and `max`, a name may stand
/// for several numbers, one for each element of a list: `min(polygon.*.x)`.
struct NumberExpression: Hashable, Sendable {
  private indirect enum Node: Hashable, Sendable {
    case number(Double)
    case name(String)
    /// A name with `*`, as an argument of `min` or `max`.
    case several(String)
    case negative(Node)
    case operation(UInt8, Node, Node)
    case function(String, [Node])
  }

  /// The maximum nesting depth. Deeper expressions are refused, because parsing and evaluation are recursive.
  private static let greatestDepth = 64

  private let root: Node

  /// Parses an expression. Throws an error that describes the first mistake.
  init(_ text: String) throws(StatedProblem) {
    var parser = Parser(text)
    let root = try parser.sum(depth: 0)
    try parser.end()
    self.init(root: root)
  }

  private init(root: Node) { self.root = root }

  /// Reads an expression from JSON: a number, or a string with an expression. Throws an error that describes the first
  /// mistake.
  init(_ json: JSON) throws(StatedProblem) {
    if let text = json.stringValue {
      try self.init(text)
    } else if let number = json.doubleValue {
      self.init(root: .number(number))
    } else {
      throw StatedProblem("'\(PluginText.capped(json.text()))' is neither a number nor a text that computes one")
    }
  }

  /// The names of the values that the expression uses; names of functions are not included.
  var names: Set<String> { Self.names(root) }

  private static func names(_ node: Node) -> Set<String> {
    switch node {
    case .number: []
    case .name(let name), .several(let name): [name]
    case .negative(let inner): names(inner)
    case .operation(_, let left, let right): names(left).union(names(right))
    case .function(_, let arguments): arguments.reduce(into: []) { $0.formUnion(names($1)) }
    }
  }

  /// Returns the value of the expression; nil if `named` returns nil for a name or the value is not finite. `min` and
  /// `max` without numbers are 0.
  func value(of several: (String) -> [Double] = { _ in [] }, _ named: (String) -> Double?) -> Double? {
    guard let value = Self.value(root, several, named), value.isFinite else { return nil }
    return value
  }

  private static func value(
    _ node: Node, _ several: (String) -> [Double], _ named: (String) -> Double?
  ) -> Double? {
    switch node {
    case .number(let number): return number
    case .name(let name): return named(name)
    // Only functions have such arguments.
    case .several: return nil
    case .negative(let node): return value(node, several, named).map { -$0 }
    case .operation(let sign, let left, let right):
      guard let left = value(left, several, named), let right = value(right, several, named) else { return nil }
      return switch sign {
      case UInt8(ascii: "+"): left + right
      case UInt8(ascii: "-"): left - right
      case UInt8(ascii: "*"): left * right
      default: left / right
      }
    case .function(let name, let nodes):
      var values: [Double] = []
      for node in nodes {
        if case .several(let name) = node {
          values += several(name)
        } else {
          guard let value = value(node, several, named) else { return nil }
          values.append(value)
        }
      }
      let first = values.first ?? 0
      return switch name {
      case "min": values.reduce(first, Swift.min)
      case "max": values.reduce(first, Swift.max)
      case "floor": floor(first)
      default: first.rounded()
      }
    }
  }

  private struct Parser {
    private let text: String
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
    }

    private mutating func peek() -> UInt8? {
      while place < bytes.count, bytes[place] == 0x20 { place += 1 }
      return place < bytes.count ? bytes[place] : nil
    }

    private func error(_ words: String) -> StatedProblem {
      StatedProblem("the number '\(PluginText.capped(text))' is wrong: \(words)")
    }

    private mutating func unexpected(_ expected: String) -> StatedProblem {
      guard peek() != nil else { return error("\(expected) is missing at its end") }
      let rest = Substring(text.utf8.dropFirst(place))
      return error("\(expected) is expected where '\(PluginText.capped(String(rest)))' begins")
    }

    mutating func end() throws(StatedProblem) {
      if peek() != nil { throw unexpected("one of + - * /") }
    }

    mutating func sum(depth: Int) throws(StatedProblem) -> Node {
      var left = try product(depth: depth)
      while let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        place += 1
        left = .operation(sign, left, try product(depth: depth))
      }
      return left
    }

    private mutating func product(depth: Int) throws(StatedProblem) -> Node {
      var left = try operand(depth: depth)
      while let sign = peek(), sign == UInt8(ascii: "*") || sign == UInt8(ascii: "/") {
        place += 1
        left = .operation(sign, left, try operand(depth: depth))
      }
      return left
    }

    private mutating func operand(depth: Int) throws(StatedProblem) -> Node {
      guard depth < greatestDepth, bytes.count <= 1000 else { throw error("it is too long, or nests too deep") }
      switch peek() {
      case UInt8(ascii: "-"):
        place += 1
        return .negative(try operand(depth: depth + 1))
      case UInt8(ascii: "("):
        place += 1
        let inner = try sum(depth: depth + 1)
        try pass(")")
        return inner
      case let byte? where Self.isDigit(byte): return try number()
      case let byte? where Self.isLetter(byte): return try named(depth: depth)
      default: throw unexpected("a number, a name or '('")
      }
    }

    private mutating func pass(_ mark: Unicode.Scalar) throws(StatedProblem) {
      guard peek() == UInt8(ascii: mark) else { throw unexpected("'\(mark)'") }
      place += 1
    }

    private mutating func number() throws(StatedProblem) -> Node {
      let start = place
      while place < bytes.count, Self.isDigit(bytes[place]) { place += 1 }
      guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else {
        place = start
        throw unexpected("a number such as 2.5")
      }
      return .number(number)
    }

    private mutating func named(depth: Int) throws(StatedProblem) -> Node {
      let name = name()
      if name.contains("*") { throw error("'\(name)' is several numbers, which only min and max take") }
      guard peek() == UInt8(ascii: "(") else { return .name(name) }
      guard let count = Self.functions[name] else {
        throw error("unknown function '\(name)'; the functions are floor, max, min and round")
      }
      var (arguments, hasSeveral) = ([Node](), false)
      repeat {
        place += 1
        if count == 2, let name = several() {
          arguments.append(.several(name))
          hasSeveral = true
        } else {
          arguments.append(try sum(depth: depth + 1))
        }
      } while peek() == UInt8(ascii: ",")
      try pass(")")
      guard hasSeveral || arguments.count == count else {
        throw error("'\(name)' takes \(count), not \(arguments.count)")
      }
      return .function(name, arguments)
    }

    /// The functions, each with the number of its arguments.
    private static let functions = ["min": 2, "max": 2, "round": 1, "floor": 1]

    /// Reads a name. In a name, `.*` stands for the elements of a list, as in `polygon.*.x`.
    private mutating func name() -> String {
      let start = place
      while place < bytes.count {
        let isElement = bytes[place] == UInt8(ascii: "*") && place > start && bytes[place - 1] == UInt8(ascii: ".")
        guard isElement || Self.isLetter(bytes[place]) || Self.isDigit(bytes[place]) else { break }
        place += 1
      }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Reads a name that contains `*`. Returns nil, and reads nothing, if no such name follows.
    private mutating func several() -> String? {
      guard let first = peek(), Self.isLetter(first) else { return nil }
      let start = place
      let name = name()
      if name.contains("*") { return name }
      place = start
      return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == UInt8(ascii: ".") }

    private static func isLetter(_ byte: UInt8) -> Bool {
      byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
    }
  }
}
