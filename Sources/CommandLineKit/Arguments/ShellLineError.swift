import JSONText

/// The reasons a typed line is incomplete.
package enum ShellLineError: CommandRefusal {
  case openQuote(Unicode.Scalar)
  case openBackslash

  package var message: String {
    switch self {
    case .openQuote(let quote): "the quote \(quote) is not closed; add another \(quote)"
    case .openBackslash: "a backslash ends the input; leave it out, or write the character that it quotes"
    }
  }
}
