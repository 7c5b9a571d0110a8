import JSONText
import Testing

/// Tests that refusals are compared by their content, and not by their messages.
struct RefusalTests {
  private enum Fruit: Refusal {
    case unripe(String)
    case unknown(String, suggestion: String?)

    var code: DiagnosticCode { .valueInvalid }

    var message: String {
      switch self {
      case .unripe(let name), .unknown(let name, _): "no '\(name)'"
      }
    }

    var suggestion: String? { if case .unknown(_, let name) = self { name } else { nil } }
  }

  @Test func areComparedByTheFact() {
    let unripe = AnyRefusal(Fruit.unripe("fig"))
    #expect(unripe == AnyRefusal(Fruit.unripe("fig")))
    #expect(unripe != AnyRefusal(Fruit.unripe("plum")))
    // The messages are equal, but the facts differ.
    #expect(unripe != AnyRefusal(Fruit.unknown("fig", suggestion: nil)))
    #expect(unripe != AnyRefusal(StatedRefusal(.valueInvalid, "no 'fig'")))
    #expect(Set([unripe, AnyRefusal(Fruit.unripe("fig")), AnyRefusal(CancelledRefusal())]).count == 2)
  }

  @Test func holdsTheFactItself() {
    let refusal = AnyRefusal(AnyRefusal(Fruit.unknown("fog", suggestion: "fig")))
    #expect(refusal.base is Fruit)
    #expect(refusal == AnyRefusal(Fruit.unknown("fog", suggestion: "fig")))
    #expect((refusal.code, refusal.message) == (.valueInvalid, "no 'fog'"))
    #expect(refusal.suggestion == "fig" && AnyRefusal(CancelledRefusal()).suggestion == nil)
  }

  @Test func aCaughtErrorIsAFact() {
    struct Odd: Error {}
    #expect(AnyRefusal(caught: Fruit.unripe("fig")) == AnyRefusal(Fruit.unripe("fig")))
    #expect(AnyRefusal(caught: Odd()).code == .typeMismatch)
  }
}
