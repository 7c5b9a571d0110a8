/// Returns a number with its noun, such as `1 object` or `2 objects`; the plural always ends in `s`.
package func pluralised(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
