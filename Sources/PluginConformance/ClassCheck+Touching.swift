internal import InspectorKit

// The touches of components.
extension ClassCheck {
  private static let size = Size(width: 100, height: 40)

  /// The points at which each component is touched: the centre, two corners, and a point with fractional coordinates.
  private static let points = [
    Point(x: 50, y: 20), .zero, Point(x: 100, y: 40), Point(x: 0.25, y: 39.5),
  ]

  /// Touches a component with each boundary value at several points, twice. The component must reply, give the same
  /// reply each time, and change no value.
  mutating func tryTouching() throws(SubjectFailure) {
    guard definition.hitTests, !isExtension else { return }
    var rows: [BuildCase] = []
    var plain: [BuildAnswer] = []
    // A component that cannot be built was reported before.
    for (row, answer) in zip(built, answers) {
      guard let answer else { continue }
      for point in Self.points {
        var touched = row
        (touched.size, touched.touch) = (Self.size, point)
        rows.append(touched)
        plain.append(answer)
      }
    }
    let first = try touch(rows)
    for ((row, answer), plain) in zip(zip(rows, first), plain) {
      guard let answer, let (name, old, new) = difference(plain, answer, row) else { continue }
      add(
        .touching, .error, row.onlyStored?.0, row.onlyStored?.1,
        "asked about a touch, it answers \(new) for '\(name)', but \(old) otherwise; 'hitTest' may read values, but not set them"
      )
    }
    for ((row, former), answer) in zip(zip(rows, first), try touch(rows)) {
      guard let former, let answer, (former.passes == nil) != (answer.passes == nil) else { continue }
      add(
        .touching, .error, row.onlyStored?.0, row.onlyStored?.1,
        "touched twice at the same point, it takes one touch and passes the other; decide only by the properties, the point and the size"
      )
    }
  }

  private mutating func touch(_ rows: [BuildCase]) throws(SubjectFailure) -> [BuildAnswer?] {
    try messenger.answers(rows, mode: .load, touches: true) { row, failure in
      add(
        .touching, .error, row.onlyStored?.0, row.onlyStored?.1,
        "touched at \(PropertyValue.point(row.touch ?? .zero).text), \(failure.words); it must answer at every point")
    }
  }
}
