internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneSessions

extension EditText {
  /// Returns a line for each changed binding, with the property's old and new value, and a line for each other effect.
  func lines(_ difference: StructureDifference, bindings former: String?, _ list: String?) -> [String] {
    let (old, new) = (BindingList(Array((former ?? "{}").utf8)), BindingList(Array((list ?? "{}").utf8)))
    func words(_ entry: BindingList.Entry?) -> String {
      guard let entry else { return "(none)" }
      return entry.transformer == nil ? entry.setting ?? Self.inOneLine(entry.text) : Self.inOneLine(entry.text)
    }
    let names = old.entries.map(\.property) + new.entries.map(\.property).filter { old[$0] == nil }
    let (object, className) = (difference.object, difference.className)
    var effects = difference.effects
    var lines = names.compactMap { name -> String? in
      let (before, after) = (words(old[name]), words(new[name]))
      guard before != after else { return nil }
      let change = "\(style.old(TerminalText.escaped(before))) → \(style.new(TerminalText.escaped(after)))"
      let line = "    binding of \(TerminalText.escaped(name)): \(change)"
      // The binding may be written under another name of the property.
      let property = declaration(of: name, in: className)?.name ?? name
      let own = effects.firstIndex { $0.object.isExactly(object) && $0.property.isExactly(property) }
      guard let own else { return line }
      let effect = effects.remove(at: own)
      let (first, second) = values.pair(effect.old, effect.new, of: declaration(of: name, in: className))
      return "\(line) (\(style.old(first)) → \(style.new(second)))"
    }
    if lines.isEmpty {
      // One of the two texts may not be a list of bindings.
      let (before, after) = (former.map(Self.inOneLine) ?? "(none)", list.map(Self.inOneLine) ?? "(none)")
      lines = ["    bindings: \(style.old(TerminalText.escaped(before))) → \(style.new(TerminalText.escaped(after)))"]
    }
    return lines + effects.map { line($0, of: object, className) }
  }
}
