/// A number and what it counts: `1 object`, `2 objects`, `no object`… as `0 objects`.
struct Counted: CustomStringConvertible {
  let count: Int
  let noun: String

  init(_ count: Int, _ noun: String) {
    self.count = count
    self.noun = noun
  }

  var description: String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
