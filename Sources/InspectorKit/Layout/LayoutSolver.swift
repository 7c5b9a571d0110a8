/// A solver that computes an object's frame in its parent from its constraints.
///
/// An object has four unknowns: x, y, width and height. Required constraints are met first, then the optional ones from
/// the highest priority to the lowest. If constraints of one priority cannot all be met, the sum of their violations is
/// minimised. The intrinsic content size counts as constraints of the priorities 750 (not smaller) and 250 (not
/// larger). Unknowns that the constraints do not determine keep the values of the object's frame as far as possible:
/// sizes first, then positions.
public struct LayoutSolver: Sendable {
  /// The object's own frame, which supplies the values that the constraints do not determine.
  public var frame: Rect

  /// The size that the object's content needs, in points; nil if the object has no such size. A negative length means
  /// that the content needs no particular length.
  public var intrinsicSize: Size?

  /// The size of the parent's bounds, in points; nil if there is no parent or the parent has no size.
  public var parentSize: Size?

  /// The maximum number of constraints for one object. Constraints after the first 100 are not solved.
  public static let greatestCount = 100

  /// The inset of `parent.margins` at each side of the parent, in points.
  static let margin = 8.0

  /// The maximum magnitude of the numbers in the frame and the sizes, in points. With larger numbers, no constraint is
  /// solved: no real layout is larger, and sums would lose their fractions.
  private static let greatestLength = 1e9

  /// Makes a solver for one object; pass its constraints to ``layout(_:findsFreedom:)``.
  public init(frame: Rect, intrinsicSize: Size? = nil, parentSize: Size? = nil) {
    self.frame = frame
    self.intrinsicSize = intrinsicSize
    self.parentSize = parentSize
  }

  /// Computes the object's layout from its constraints.
  ///
  /// - Parameters:
  ///   - constraints: the constraints; ``Layout`` refers to them by index.
  ///   - findsFreedom: true to compute ``Layout/free``, which makes solving considerably slower.
  /// - Returns: the layout. If no constraint can be solved, its frame is the object's own frame.
  public func layout(_ constraints: [LayoutConstraint], findsFreedom: Bool = false) -> Layout {
    var layout = Layout(frame: frame)
    var rows: [LayoutRow] = []
    for (number, constraint) in constraints.enumerated() {
      if let reason = unsolvable(constraint, number) {
        layout.unsolved.append((number, reason))
      } else {
        rows.append(row(constraint, number))
      }
    }
    guard !rows.isEmpty else { return layout }
    guard isBounded else {
      layout.unsolved = constraints.indices.map { ($0, .tooLarge) }
      return layout
    }
    rows += intrinsicRows
    var program = LayoutProgram(rows, start: start)
    program.solve(priorities: Set(rows.map(\.priority)).sorted(by: >))
    if findsFreedom { layout.free = program.freeUnknowns.map { ["x", "y", "width", "height"][$0] } }
    layout.clashing = clash(rows, program)
    program.keepStart()
    let found = program.unknowns.map { ($0 * 1e6).rounded() / 1e6 }
    layout.frame = Rect(x: found[0], y: found[1], width: found[2], height: found[3])
    return layout
  }

  private var start: [Double] { [frame.x, frame.y, frame.width, frame.height] }

  private var isBounded: Bool {
    let sizes = [intrinsicSize, parentSize].compactMap(\.self)
    return (start + sizes.flatMap { [$0.width, $0.height] }).allSatisfy { abs($0) <= Self.greatestLength }
  }

  private func unsolvable(_ constraint: LayoutConstraint, _ number: Int) -> Layout.Reason? {
    if number >= Self.greatestCount { return .tooMany }
    switch constraint.target {
    case .object(let id, _): return .sibling(id)
    case .parent, .margins: return parentSize == nil ? .noParent : nil
    // A negative length means that the content needs no particular length.
    case .intrinsic(let attribute): return (intrinsicLength(attribute) ?? -1) < 0 ? .noIntrinsicSize : nil
    case .none, .own: return nil
    }
  }

  // MARK: rows

  private func row(_ constraint: LayoutConstraint, _ number: Int) -> LayoutRow {
    var row = LayoutRow(constraint.attribute, constraint.relation, constraint.priority, number)
    let scale = constraint.multiplier
    row.constant = constraint.constant
    switch constraint.target {
    case .none, .object: break
    case .parent(let attribute): row.constant += scale * value(of: attribute, inset: 0)
    case .margins(let attribute): row.constant += scale * value(of: attribute, inset: Self.margin)
    case .intrinsic(let attribute): row.constant += scale * (intrinsicLength(attribute) ?? 0)
    case .own(let attribute): row.add(attribute, times: -scale)
    }
    return row
  }

  private func intrinsicLength(_ attribute: LayoutConstraint.Attribute) -> Double? {
    attribute == .width ? intrinsicSize?.width : intrinsicSize?.height
  }

  /// Returns the value of an attribute of the parent's bounds, inset by `inset` points at each side.
  private func value(of attribute: LayoutConstraint.Attribute, inset: Double) -> Double {
    let size = parentSize ?? .zero
    return switch attribute {
    case .left, .leading, .top: inset
    case .right, .trailing: size.width - inset
    case .bottom: size.height - inset
    case .centerX: size.width / 2
    case .centerY: size.height / 2
    case .width: size.width - 2 * inset
    case .height: size.height - 2 * inset
    }
  }

  private var intrinsicRows: [LayoutRow] {
    guard let size = intrinsicSize else { return [] }
    let lengths = [(LayoutConstraint.Attribute.width, size.width), (.height, size.height)]
    // A negative length means that the content needs no particular length.
    return lengths.filter { $0.1 >= 0 }.flatMap { attribute, length in
      [(LayoutConstraint.Relation.atLeast, 750), (.atMost, 250)].map { relation, priority in
        var row = LayoutRow(attribute, relation, priority, nil)
        row.constant = length
        return row
      }
    }
  }

  // MARK: clashes

  /// Returns the indices of a minimal set of required constraints that contradict each other: without any one of them,
  /// the others can be met. Returns an empty list if all required constraints can be met.
  private func clash(_ rows: [LayoutRow], _ program: LayoutProgram) -> [Int] {
    let required = rows.filter { $0.priority == 1000 }
    guard violation(of: required, program.unknowns) else { return [] }
    var kept = required
    var number = 0
    while number < kept.count {
      var fewer = kept
      fewer.remove(at: number)
      var trial = LayoutProgram(fewer, start: start)
      trial.solve(priorities: [1000])
      if violation(of: fewer, trial.unknowns) { kept = fewer } else { number += 1 }
    }
    return kept.compactMap(\.number)
  }

  /// Returns true if at least one row is violated by more than the rounding error of sums.
  private func violation(of rows: [LayoutRow], _ unknowns: [Double]) -> Bool {
    rows.contains { $0.violation(unknowns) > 1e-6 * (1 + abs($0.constant)) }
  }
}

/// The computed frame of an object, with the constraints that could not be met or solved.
public struct Layout: Sendable {
  /// The object's frame in its parent, in points; computed numbers are rounded to a millionth.
  public var frame: Rect

  /// The indices of a minimal set of required constraints that cannot all be met; empty if all can. The frame then
  /// violates the required constraints as little as possible.
  public var clashing: [Int] = []

  /// The indices of the constraints that were not solved, each with the reason.
  public var unsolved: [(constraint: Int, reason: Reason)] = []

  /// The names among `x`, `y`, `width` and `height` of the values that the constraints do not determine; empty unless
  /// `findsFreedom` was true.
  public var free: [String] = []

  /// The reason why a constraint was not solved.
  public enum Reason: Hashable, Sendable {
    /// The constraint refers to another object, which has this id. Such constraints are never solved.
    case sibling(String)
    case noParent
    case noIntrinsicSize

    /// The object has more than ``LayoutSolver/greatestCount`` constraints.
    case tooMany

    /// A coordinate or length of the frame, the intrinsic size or the parent's size exceeds a billion points.
    case tooLarge
  }

  /// Makes a layout with a frame and without unmet or unsolved constraints.
  public init(frame: Rect) { self.frame = frame }
}

extension Layout.Reason: CustomStringConvertible {
  /// The reason as part of a sentence, for the end of a message after a colon.
  public var description: String {
    switch self {
    case .sibling(let id): "it is to another object, '\(id)'"
    case .noParent: "there is no parent that has a frame"
    case .noIntrinsicSize: "the object has no 'intrinsicContentSize', or none in that direction"
    case .tooMany: "an object has at most \(LayoutSolver.greatestCount)"
    case .tooLarge: "a length is beyond a billion points"
    }
  }
}

/// A constraint as numbers: the sum of the unknowns x, y, width and height multiplied by the coefficients, compared
/// with the constant.
struct LayoutRow {
  var coefficients = [0.0, 0, 0, 0]
  var constant = 0.0
  let relation: LayoutConstraint.Relation
  let priority: Int

  /// The index of the constraint in the caller's list; nil for a row derived from the intrinsic size.
  let number: Int?

  init(
    _ attribute: LayoutConstraint.Attribute, _ relation: LayoutConstraint.Relation, _ priority: Int, _ number: Int?
  ) {
    self.relation = relation
    self.priority = priority
    self.number = number
    add(attribute, times: 1)
  }

  mutating func add(_ attribute: LayoutConstraint.Attribute, times scale: Double) {
    let axis = attribute.isHorizontal ? 0 : 1
    switch attribute {
    case .left, .leading, .top: coefficients[axis] += scale
    case .right, .trailing, .bottom:
      coefficients[axis] += scale
      coefficients[axis + 2] += scale
    case .centerX, .centerY:
      coefficients[axis] += scale
      coefficients[axis + 2] += scale / 2
    case .width, .height: coefficients[axis + 2] += scale
    }
  }

  /// Returns the sum of the unknowns multiplied by the coefficients, minus the constant.
  func excess(_ unknowns: [Double]) -> Double {
    zip(coefficients, unknowns).reduce(-constant) { $0 + $1.0 * $1.1 }
  }

  /// Returns the amount by which the relation is violated; 0 if it is met.
  func violation(_ unknowns: [Double]) -> Double {
    let excess = excess(unknowns)
    return switch relation {
    case .equal: abs(excess)
    case .atMost: max(excess, 0)
    case .atLeast: max(-excess, 0)
    }
  }
}
