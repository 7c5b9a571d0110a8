internal import InspectorKit
internal import SceneDocument

// The reasons for the frame after layout of an object, or of one of its parts.
extension ValueExplainer {
  /// Returns the reasons for the property if it is a frame after layout, or a component of one; nil for any other
  /// property, and for an object without a layout.
  func layoutReasons() -> [Reason]? {
    guard definition == nil, let binding, let owner = layoutOwner else { return nil }
    var layout = model.layout(of: CollectionOfOne(node), findsFreedom: true)
    guard let outcome = layout.outcome(of: node) else { return nil }
    let reasons =
      if owner.isEmpty { reasons(of: outcome) } else { reasons(ofPart: owner, in: outcome.layout.frame.size, binding) }
    return reasons + [effective]
  }

  /// The owner of the explained layout frame: the name of a part, or an empty string for the object itself. Nil if the
  /// property is not a layout frame.
  private var layoutOwner: String? {
    let name = SceneModel.layoutFrame
    for text in [property.name, PropertyPath.parts(of: property.name)?.owner ?? ""] {
      if text == name { return "" }
      if text.hasSuffix(".\(name)") { return String(text.dropLast(name.count + 1)) }
    }
    return nil
  }

  private func reasons(of outcome: SceneLayout.Outcome) -> [Reason] {
    let own = PropertyValue.rect(outcome.own)
    var reasons = [Reason(kind: .file, text: "its frame is \(own.text)", cause: "frame", new: own.json.text())]
    guard let list = outcome.constraints else {
      return reasons + [Reason(kind: .layout, text: "it has no constraints, so its own frame is used")]
    }
    if let size = outcome.parentSize, let parent = model.document.parent(node) {
      let (id, words) = (model.document.id(parent), PropertyValue.size(size).text)
      reasons.append(Reason(kind: .parent, text: "the parent '\(id)' is \(words)", cause: id))
    }
    if let size = outcome.intrinsicSize {
      let words = PropertyValue.size(size).text
      reasons.append(Reason(kind: .layout, text: "its content needs \(words)", cause: "intrinsicContentSize"))
    }
    for (place, element) in list.elements.enumerated() {
      let origin = model.document.origin(ofOffset: list.offset + element.span.lowerBound, of: node)
      let position = origin.source.position(ofOffset: origin.offset)
      var text = element.constraint.map { "constrained by '\($0)'" } ?? "constraint \(place + 1) is wrong"
      if let problem = element.problem { text += ": \(problem)" }
      if let reason = outcome.layout.unsolved.first(where: { $0.constraint == place })?.reason {
        text += ", which is not solved: \(reason)"
      }
      if outcome.layout.clashing.contains(place) { text += ", which cannot be met with the others" }
      reasons.append(
        Reason(
          kind: .layout, text: text, cause: element.constraint?.id ?? element.constraint?.attribute.rawValue,
          line: position.line, column: position.column))
    }
    if !outcome.layout.free.isEmpty {
      let free = outcome.layout.free.joined(separator: ", ")
      reasons.append(
        Reason(
          kind: .layout, text: "the constraints do not determine \(free) on their own; its frame supplies the rest"))
    }
    return reasons
  }

  private func reasons(ofPart name: String, in size: Size, _ binding: ClassBinding) -> [Reason] {
    guard let part = binding.definition.parts.first(where: { $0.name == name }) else { return [] }
    let (id, words) = (model.document.id(node), PropertyValue.size(size).text)
    var reasons = [Reason(kind: .parent, text: "'\(id)' is \(words) after layout", cause: id)]
    let declaring = binding.definition.name
    reasons += part.constraints.map {
      Reason(
        kind: .layout, text: "'\(declaring)' constrains its part '\(name)' by '\($0)'", cause: $0.attribute.rawValue)
    }
    if part.constraints.isEmpty {
      reasons.append(
        Reason(kind: .layout, text: "'\(declaring)' has no constraints for '\(name)', so its own frame is used"))
    }
    return reasons
  }
}
