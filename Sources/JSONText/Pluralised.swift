/// Returns a number with its noun: `1 object`, `2 objects`, `0 objects`.
package func pluralised(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
