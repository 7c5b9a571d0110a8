/// A part that is a view, prepared for layout and drawing in its owner.
struct VisiblePart {
  private let definition: PartDefinition

  /// A closure that receives the outermost component and returns the part.
  private let reach: (Component) -> Component

  /// The slot of the part's `intrinsicContentSize`, read from the outermost component; nil if the part has none.
  private let intrinsicContentSize: PropertySlot?

  /// The part's own visible parts.
  private let parts: [VisiblePart]

  /// Returns the direct parts of a class that are views, each with its own visible parts.
  static func all(of parts: [DeclaredPart], _ slots: [PropertySlot]) -> [VisiblePart] {
    direct(below: nil, parts, slots)
  }

  private static func direct(below owner: String?, _ parts: [DeclaredPart], _ slots: [PropertySlot]) -> [VisiblePart] {
    let prefix = owner.map { "\($0)." } ?? ""
    return parts.compactMap { part in
      let name = part.definition.name
      guard part.type is View.Type, name.hasPrefix(prefix), !name.dropFirst(prefix.count).contains(".") else {
        return nil
      }
      return VisiblePart(
        definition: part.definition, reach: part.reach,
        intrinsicContentSize: slots.first { $0.definition.name == "\(name).intrinsicContentSize" },
        parts: direct(below: name, parts, slots))
    }
  }

  /// Draws the part into its owner, as the host draws an object: background, own drawing, parts, border. Draws
  /// nothing if the part is hidden or has no area.
  ///
  /// - Parameters:
  ///   - component: the outermost component.
  ///   - size: the size of the owner, in points.
  func draw(of component: Component, in canvas: inout Canvas, size: Size) {
    guard let view = reach(component) as? View, !view.isHidden else { return }
    let frame = definition.layout(in: size) { name in
      name == "frame" ? .rect(view.frame) : intrinsicContentSize?.get(component)
    }.frame
    guard frame.width > 0, frame.height > 0 else { return }
    let bounds = Rect(origin: .zero, size: frame.size)
    let layer = view.layer
    let outline = Path(
      roundedRect: bounds, cornerRadius: min(max(layer.cornerRadius, 0), min(frame.width, frame.height) / 2))
    let transform = Transform.translation(x: frame.x, y: frame.y)
    canvas.group(
      opacity: min(max(view.alpha, 0), 1), transform: transform, clip: layer.masksToBounds ? outline : nil
    ) { canvas in
      if let color = view.backgroundColor { canvas.fill(outline, with: color) }
      view.draw(in: &canvas, size: frame.size)
      for part in parts { part.draw(of: component, in: &canvas, size: frame.size) }
      if layer.borderWidth > 0 {
        canvas.stroke(outline, with: layer.borderColor ?? .black, style: StrokeStyle(width: layer.borderWidth))
      }
    }
  }
}

extension PropertyDeclarations {
  /// Returns the class's parts with their declared constraints, and the mistakes in these constraints.
  func constrainedParts(by type: Component.Type) -> (parts: [DeclaredPart], problems: [PlacedProblem]) {
    let constraints = type.partConstraints
    var found = parts
    for place in found.indices where !found[place].isNested {
      found[place].definition.constraints = constraints[found[place].definition.name] ?? []
    }
    let names = found.filter { !$0.isNested }.map(\.definition.name)
    var problems: [RegistrationProblem] = []
    for name in constraints.keys.sorted() {
      if !names.contains(name) {
        problems.append(.constraintsOfUnknownPart(name, in: declaringClass, candidates: names))
      }
      for constraint in constraints[name] ?? [] {
        guard let problem = constraint.problem else { continue }
        problems.append(
          .badConstraint("\(constraint)", of: name, in: declaringClass, problem: problem.description))
      }
    }
    return (found, problems.map(placed))
  }
}
