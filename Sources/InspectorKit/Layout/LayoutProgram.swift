/// A linear program that minimises the violations of constraints, those of the highest priority first.
///
/// The method is preemptive goal programming by the simplex method on a dense tableau. The entering variable follows
/// Bland's rule, which cannot cycle (R. G. Bland, "New finite pivoting rules for the simplex method", 1977; Y. Ijiri,
/// "Management Goals and Accounting for Control", 1965). Each row has an excess and a shortfall variable, and each
/// unknown has an upward and a downward variable relative to its start value. No variable is below 0, so the start
/// values are a feasible solution. After a priority is solved, variables that would worsen it stay excluded from the
/// basis.
struct LayoutProgram {
  private let rows: [LayoutRow]
  private let start: [Double]

  /// The rows of the simplex tableau, one after the other. Each row has the upward and downward variables of the
  /// unknowns, the excess and shortfall of each constraint, and last the value of the row's basic variable.
  private var tableau: [Double]
  private let width: Int

  /// The basic variable of each row.
  private var basis: [Int]
  private var isBanned: [Bool]

  private static let epsilon = 1e-9

  init(_ rows: [LayoutRow], start: [Double]) {
    self.rows = rows
    self.start = start
    let count = 2 * start.count + 2 * rows.count
    width = count + 1
    tableau = Array(repeating: 0, count: rows.count * (count + 1))
    isBanned = Array(repeating: false, count: count)
    basis = []
    for (number, row) in rows.enumerated() {
      let excess = row.excess(start)
      let sign = excess < 0 ? -1.0 : 1
      let line = number * width
      for unknown in start.indices {
        tableau[line + 2 * unknown] = -sign * row.coefficients[unknown]
        tableau[line + 2 * unknown + 1] = sign * row.coefficients[unknown]
      }
      let own = 2 * start.count + 2 * number
      tableau[line + own] = sign
      tableau[line + own + 1] = -sign
      tableau[line + width - 1] = abs(excess)
      basis.append(sign < 0 ? own + 1 : own)
    }
  }

  /// The current values of the unknowns.
  var unknowns: [Double] {
    var found = start
    for (row, variable) in basis.enumerated() where variable < 2 * start.count {
      let value = tableau[row * width + width - 1]
      found[variable / 2] += variable.isMultiple(of: 2) ? value : -value
    }
    return found
  }

  /// Minimises the violations of each priority in turn, without increasing those of earlier priorities.
  mutating func solve(priorities: [Int]) {
    for priority in priorities {
      var costs = Array(repeating: 0.0, count: width - 1)
      for (number, row) in rows.enumerated() where row.priority == priority {
        let own = 2 * start.count + 2 * number
        if row.relation != .atLeast { costs[own] = 1 }
        if row.relation != .atMost { costs[own + 1] = 1 }
      }
      if minimise(costs) { ban(costs) }
    }
  }

  /// Moves undetermined unknowns as little as possible from their start values: lengths first, then positions.
  mutating func keepStart() {
    for unknowns in [[2, 3], [0, 1]] {
      var costs = Array(repeating: 0.0, count: width - 1)
      for unknown in unknowns { (costs[2 * unknown], costs[2 * unknown + 1]) = (1, 1) }
      if minimise(costs) { ban(costs) }
    }
  }

  /// The indices of the unknowns that could have different values without increasing any violation.
  var freeUnknowns: [Int] {
    start.indices.filter { unknown in
      let ends = [1.0, -1].map { direction -> Double? in
        var trial = self
        var costs = Array(repeating: 0.0, count: width - 1)
        (costs[2 * unknown], costs[2 * unknown + 1]) = (direction, -direction)
        return trial.minimise(costs) ? trial.unknowns[unknown] : nil
      }
      guard let low = ends[0], let high = ends[1] else { return true }
      return high - low > 1e-6
    }
  }

  // MARK: the simplex method

  /// Returns the reduced cost of each variable: the change in the sum of costs for each unit by which the variable
  /// grows, while all other nonbasic variables stay at 0.
  private func reduced(_ costs: [Double]) -> [Double] {
    var result = costs
    for (row, variable) in basis.enumerated() where costs[variable] != 0 {
      let line = row * width
      for column in result.indices { result[column] -= costs[variable] * tableau[line + column] }
    }
    return result
  }

  /// Minimises the sum of the variables multiplied by their costs. Returns false if the sum has no lower bound.
  private mutating func minimise(_ costs: [Double]) -> Bool {
    // Bland's rule terminates in exact arithmetic; the limit guards against rounding errors.
    for _ in 0..<(50 * width) {
      let reduced = reduced(costs)
      guard let entering = reduced.indices.first(where: { !isBanned[$0] && reduced[$0] < -Self.epsilon }) else {
        return true
      }
      guard let leaving = leaving(for: entering) else { return false }
      pivot(leaving, entering)
    }
    return true
  }

  /// Returns the row whose basic variable first reaches 0 as the entering variable grows; nil if none does.
  private func leaving(for entering: Int) -> Int? {
    var best: (row: Int, ratio: Double)?
    for row in basis.indices where tableau[row * width + entering] > Self.epsilon {
      let ratio = tableau[row * width + width - 1] / tableau[row * width + entering]
      guard let known = best else {
        best = (row, ratio)
        continue
      }
      let isTie = abs(ratio - known.ratio) <= Self.epsilon * (1 + abs(ratio))
      if isTie ? basis[row] < basis[known.row] : ratio < known.ratio { best = (row, ratio) }
    }
    return best?.row
  }

  private mutating func pivot(_ row: Int, _ column: Int) {
    let line = row * width
    let scale = 1 / tableau[line + column]
    for place in line..<(line + width) { tableau[place] *= scale }
    tableau[line + column] = 1
    for other in basis.indices where other != row {
      let start = other * width
      let factor = tableau[start + column]
      guard factor != 0 else { continue }
      for place in 0..<width { tableau[start + place] -= factor * tableau[line + place] }
      tableau[start + column] = 0
      // A value below 0 is a rounding error.
      if tableau[start + width - 1] < 0 { tableau[start + width - 1] = 0 }
    }
    basis[row] = column
  }

  /// Excludes variables that would increase the minimised sum of costs.
  private mutating func ban(_ costs: [Double]) {
    let reduced = reduced(costs)
    for variable in isBanned.indices where reduced[variable] > Self.epsilon { isBanned[variable] = true }
  }
}
