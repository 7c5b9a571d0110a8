internal import InspectorKit

/// The regular expression of a colour's text forms (ECMA 262, without flags, so that every letter has both cases).
enum ColorPattern {
  /// Hex digits, functions and CSS's names, with or without blanks around them.
  static let text: String = {
    let hex = "#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})"
    let forms = [hex] + functions + Color.names.map(anyCase)
    return "^\(blank)*(\(forms.joined(separator: "|")))\(blank)*$"
  }()

  private static let blank = #"[ \t\n\f\r]"#
  private static let number = #"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([Ee][+-]?[0-9]+)?"#

  /// A number after which a point begins the next one.
  private static let fraction = #"[+-]?([0-9]*\.[0-9]+([Ee][+-]?[0-9]+)?|[0-9]+[Ee][+-]?[0-9]+)"#

  private static let functions: [String] = {
    let (rgb, hsl, none) = (anyCase("rgb"), anyCase("hsl"), anyCase("none"))
    let units = ["deg", "grad", "rad", "turn"].map(anyCase).joined(separator: "|")
    let last = "(\(number)%?|\(none))"
    // A percentage ends by itself, anything else by a blank or by what begins the next number.
    let afterWord = "(\(blank)+|(?=[+.]))"
    let single = "\(number)(\(blank)+|(?=[+-]))|\(fraction)(?=\\.)|\(none)\(afterWord)"
    let inner = "(\(number)%\(blank)*|\(single))"
    let hue = "(\(number)(\(units))\(afterWord)|\(single))"
    let end = "\(blank)*(/\(blank)*\(last)\(blank)*)?"
    func list(_ units: [String]) -> String {
      blank + "*" + units.map { number + $0 + blank + "*" }.joined(separator: ",\(blank)*")
    }
    let opacity = "(,\(blank)*\(number)%?\(blank)*)?"
    return [
      "\(rgb)[Aa]?\\(\(blank)*\(inner){2}\(last)\(end)\\)", "\(hsl)[Aa]?\\(\(blank)*\(hue)\(inner)\(last)\(end)\\)",
      "\(rgb)[Aa]?\\(\(list(["", "", ""]))\(opacity)\\)", "\(rgb)[Aa]?\\(\(list(["%", "%", "%"]))\(opacity)\\)",
      "\(hsl)[Aa]?\\(\(list(["(\(units))?", "%", "%"]))\(opacity)\\)",
    ]
  }()

  /// A word in upper case, lower case, or both.
  private static func anyCase(_ word: String) -> String {
    word.map { "[\($0.uppercased())\($0)]" }.joined()
  }
}
