package import JSONText

/// A component inside a component, declared with ``Part()``. Its properties belong to the class that declares the part,
/// under names such as `layer.cornerRadius`.
public struct PartDefinition: Hashable, Sendable {
  /// The name in code, with which the key paths of the part's properties begin. The name of a part inside another part
  /// is a key path such as `a.b`.
  public var name: String

  /// The name of the part's class, such as `Layer`.
  public var className: String

  /// The layout constraints of the part in its owner. Without constraints, the part keeps its own `frame`.
  public var constraints: [LayoutConstraint]

  /// Makes the definition of a part, by default without constraints.
  public init(name: String, className: String, constraints: [LayoutConstraint] = []) {
    self.name = name
    self.className = className
    self.constraints = constraints
  }

  /// The definition as JSON for plugin descriptions.
  package var json: JSON {
    var members: [JSON.Member] = [.init("name", .string(name)), .init("class", .string(className))]
    if !constraints.isEmpty { members.append(.init("constraints", .array(constraints.map(\.json)))) }
    return .object(members)
  }

  /// Computes the layout of the part in its owner.
  ///
  /// - Parameters:
  ///   - size: the size of the owner, in points.
  ///   - findsFreedom: true to compute ``Layout/free``.
  ///   - value: returns the value of a property of the part; called with `frame` and `intrinsicContentSize`.
  package func layout(in size: Size, findsFreedom: Bool = false, _ value: (String) -> PropertyValue?) -> Layout {
    var solver = LayoutSolver(frame: .zero, parentSize: size)
    if case .rect(let frame)? = value("frame") { solver.frame = frame }
    if case .size(let intrinsic)? = value("intrinsicContentSize") { solver.intrinsicSize = intrinsic }
    return solver.layout(constraints, findsFreedom: findsFreedom)
  }
}

extension DescriptionReader {
  /// Reads the parts of a class. Parts without a name or a class, and invalid constraints, are left out and reported as
  /// problems.
  mutating func parts(_ json: JSON, of place: String) -> [PartDefinition] {
    guard let list = member(json, "parts", of: place, "a list of parts", \.arrayValue) else { return [] }
    return list.compactMap { part in
      guard let name = string(part, "name", of: "a part of \(place)"),
        let className = string(part, "class", of: "the part '\(name)' of \(place)")
      else { return nil }
      let own = "the part '\(name)' of \(place)"
      let constraints = member(part, "constraints", of: own, "a list of constraints", \.arrayValue) ?? []
      var definition = PartDefinition(name: name, className: className)
      for (number, constraint) in constraints.enumerated() {
        do throws(StatedProblem) {
          definition.constraints.append(try LayoutConstraint(constraint))
        } catch {
          problems.append("constraint \(number + 1) of \(own) is wrong: \(error)")
        }
      }
      return definition
    }
  }
}
