import InspectorKit
import JSONText
import SceneDocument

/// The palette change that replaces a stored colour with a name.
extension PaletteRun {
  /// Adds a named colour to the palette, unless the palette already has the name with this colour, and replaces every
  /// stored occurrence of the colour with the name. Throws an error if the name already means a different colour, or if
  /// no attribute stores the colour and the request does not allow that.
  func extract(_ name: String, of text: String) throws(Diagnostic) {
    let typed = try color(text, for: name)
    let old = model.colorText(name)
    let literals = model.literalColors(near: typed)
    let color = try literals[typed] != nil ? typed : onlyColor(of: literals, near: typed)
    if old != nil, model.palette.colors[ExactText(name)] != color { throw Diagnostic(EditRefusal.colorIsThere(name)) }
    let found = color.flatMap { literals[$0] } ?? ColorUses()
    transaction.match(found.known.map(\.node) + found.runtime.map(\.node))
    guard let color, !found.isEmpty else {
      guard transaction.mayMatchNothing else { throw Diagnostic(EditRefusal.noneHasValue(text, types: ["Color"])) }
      return
    }
    // An attribute that already stores this text, such as the name of a CSS colour, would refer to the palette's colour
    // after the edit.
    if old == nil, let use = uses(of: name).first, model.palette.meaning(of: name) != color {
      throw Diagnostic(EditRefusal.nameIsUsed(name, by: "\(model.document.id(use.0)).\(use.1)"))
    }
    if old == nil {
      change(
        color == typed
          ? changes(storing: color, typed: text, as: name) : [.set(key: name, value: color.componentText)])
    }
    let others = literals.reduce(0) { $0 + ($1.key == color ? 0 : $1.value.count) }
    if others > 0 {
      let finding = ObjectFinding.similarColors(typed.text, count: others)
      transaction.warn([Diagnostic(finding, severity: .warning, file: model.document.name, property: name)])
    }
    try rewrite(found, to: name)
    uses[ExactText(name)] = model.colorUses(of: [ExactText(name)])[ExactText(name)]
    colors.append(
      ColorChange(
        name: name, old: old.map(Self.text), new: model.colorText(name).map(Self.text), uses: found.count))
  }

  /// Returns the only stored colour that is equal to the typed one when rounded to 8 bits; nil if there is none. Throws
  /// an error if there are several.
  private func onlyColor(of literals: [Color: ColorUses], near typed: Color) throws(Diagnostic) -> Color? {
    guard literals.count <= 1 else { throw Diagnostic(EditRefusal.severalColors(typed.text, count: literals.count)) }
    return literals.keys.first
  }
}

extension SceneModel {
  /// Returns the attributes that store a colour literally, without a palette name, grouped by their colours. Only
  /// colours that are equal to `color`, at least when rounded to 8 bits, and that the scene itself stores are included.
  fileprivate func literalColors(near color: Color) -> [Color: ColorUses] {
    var found: [Color: ColorUses] = [:]
    for node in document.objects {
      visitRuntimeValues(of: node) { keyPath, value in
        guard document.writesRuntimeAttributes(of: node), case .color(let stored)? = value.value,
          stored == color || stored.nearestIn8Bits == color,
          paletteName(Array((value.raw ?? "").utf8)) == nil
        else { return }
        found[stored, default: ColorUses()].runtime.append((node, keyPath))
      }
      guard let binding = binding(of: node) else { continue }
      var carrying: CarryingKeys?
      attributes(of: node).visit { rawKey, raw in
        guard let key = binding.key(rawKey), binding.takesPaletteNames(key),
          case .color(let stored)? = try? reader.value(raw, as: binding.property(of: key)),
          stored == color || stored.nearestIn8Bits == color, paletteName(Array(raw)) == nil,
          document.writes(key.name, of: node)
        else { return true }
        let isHidden = isShadowed(key, of: node, binding, &carrying)
        found[stored, default: ColorUses()].add(node, key: key.name, place: key.place, isShadowed: isHidden)
        return true
      }
    }
    return found
  }
}
