package import JSONText

/// A part of a class, as ``Part()`` declares it: its properties are the class's, under its name.
public struct PartDefinition: Hashable, Sendable {
  /// The name in code, before the `.` of key paths; of a part of a part both names.
  public var name: String

  /// The part's class.
  public var className: String

  /// The constraints of the part in its component; without any it lies where its own `frame` says.
  public var constraints: [LayoutConstraint]

  /// A part of that name and class.
  public init(name: String, className: String, constraints: [LayoutConstraint] = []) {
    self.name = name
    self.className = className
    self.constraints = constraints
  }

  /// The part as descriptions have it.
  package var json: JSON {
    var members: [JSON.Member] = [.init("name", .string(name)), .init("class", .string(className))]
    if !constraints.isEmpty { members.append(.init("constraints", .array(constraints.map(\.json)))) }
    return .object(members)
  }

  /// Where the part lies in its owner.
  ///
  /// - Parameters:
  ///   - size: the owner's size.
  ///   - value: the part's properties by their names, such as `frame`.
  package func layout(in size: Size, findsFreedom: Bool = false, _ value: (String) -> PropertyValue?) -> Layout {
    var solver = LayoutSolver(frame: .zero, parentSize: size)
    if case .rect(let frame)? = value("frame") { solver.frame = frame }
    if case .size(let intrinsic)? = value("intrinsicContentSize") { solver.intrinsicSize = intrinsic }
    return solver.layout(constraints, findsFreedom: findsFreedom)
  }
}

extension DescriptionReader {
  /// The parts of a class.
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
        do throws(LayoutProblem) {
          definition.constraints.append(try LayoutConstraint(constraint))
        } catch {
          problems.append("constraint \(number + 1) of \(own) is wrong: \(error)")
        }
      }
      return definition
    }
  }
}
