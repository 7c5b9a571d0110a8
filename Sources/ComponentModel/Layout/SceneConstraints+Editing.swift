package import InspectorKit
internal import JSONText

// These methods compute the text of a list of constraints after an edit. Unedited constraints keep their bytes.
extension SceneConstraints {
  /// An error for several constraints with the same attribute, relation and target, among which an edit cannot
  /// choose.
  package struct Ambiguity: Error {
    /// The matching constraints, in the order of the list.
    package var candidates: [LayoutConstraint]
  }

  /// Returns the index in `elements` of the constraint to replace: the constraint with the same id or, without an id,
  /// the constraint with the same attribute, relation and target. Returns nil if the constraint is new, and throws an
  /// error if several constraints match.
  private func place(for constraint: LayoutConstraint) throws(Ambiguity) -> Int? {
    if let id = constraint.id { return readable.first { $0.constraint.id?.isExactly(id) == true }?.place }
    let candidates = readable.filter { _, known in
      known.attribute == constraint.attribute && known.relation == constraint.relation
        && known.target == constraint.target
    }
    guard candidates.count > 1 else { return candidates.first?.place }
    // The choice is clear if exactly one candidate already equals the given constraint.
    let same = candidates.filter { constraint.with(id: $0.constraint.id) == $0.constraint }
    guard same.count == 1 else { throw Ambiguity(candidates: candidates.map(\.constraint)) }
    return same[0].place
  }

  /// Returns the list's text after a constraint is set. The constraint replaces the matching one and, if it has no id,
  /// gets the id of the replaced one. A new constraint is appended. Throws an error if several constraints match.
  ///
  /// - Parameter numbers: the constraint's numbers as the user typed them, by their keys.
  package func text(
    setting constraint: LayoutConstraint, _ numbers: [String: String] = [:]
  ) throws(Ambiguity) -> [UInt8] {
    let place = try place(for: constraint)
    let constraint = constraint.with(id: constraint.id ?? place.flatMap { elements[$0].constraint?.id })
    let new = Array(constraint.sceneText(numbers).utf8)
    if let place {
      let span = elements[place].span
      let isSame = elements[place].constraint == constraint && isSpelled(Array(text[span]), numbers)
      return isSame ? text : text[..<span.lowerBound] + new + text[span.upperBound...]
    }
    guard let first = elements.first, let last = elements.last else { return [0x5B] + new + [0x5D] }
    let lead = text[1..<first.span.lowerBound]
    let separator = lead.contains(0x0A) ? [0x2C] + lead : [0x2C, 0x20]
    return text[..<last.span.upperBound] + separator + new + text[last.span.upperBound...]
  }

  /// Returns true if every given number that occurs in a constraint's text has the same spelling there.
  private func isSpelled(_ constraint: [UInt8], _ numbers: [String: String]) -> Bool {
    guard !numbers.isEmpty, let members = (try? PlacedJSON(constraint))?.members else { return true }
    return members.allSatisfy { numbers[$0.key] == nil || numbers[$0.key] == $0.value.raw }
  }

  /// Returns the list's text without the constraints that have the given id or, if there are none, the given
  /// attribute; nil if no constraint remains.
  ///
  /// - Parameter name: the id or attribute; nil for all constraints.
  package func text(removing name: String?) -> [UInt8]? {
    guard let name else { return nil }
    let places = Set(places(named: name))
    guard places.count < elements.count else { return nil }
    var result: [UInt8] = []
    var end = 0
    for place in elements.indices where places.contains(place) {
      let span = elements[place].span
      // A constraint is removed together with the comma before it or, at the start of the list, the comma after it.
      let isFirst = (0..<place).allSatisfy(places.contains)
      let start = isFirst ? span.lowerBound : elements[place - 1].span.upperBound
      if start > end { result += text[end..<start] }
      end = isFirst ? elements[place + 1].span.lowerBound : span.upperBound
    }
    return result + text[end...]
  }

  /// Returns true if any constraint has the name as its id or attribute; always true for nil.
  package func has(_ name: String?) -> Bool { name.map { !places(named: $0).isEmpty } ?? true }

  private func places(named name: String) -> [Int] {
    let byID = readable.filter { $0.constraint.id == name }
    let found = byID.isEmpty ? readable.filter { $0.constraint.attribute.rawValue == name } : byID
    return found.map(\.place)
  }
}

extension LayoutConstraint {
  /// Returns a copy of the constraint with the given id, or without an id if it is nil.
  fileprivate func with(id: String?) -> LayoutConstraint {
    var constraint = self
    constraint.id = id
    return constraint
  }

  /// Returns the numbers in a non-standard spelling such as `12.50`, by their keys. Edits keep this spelling.
  ///
  /// - Parameter members: the members of the constraint as the user typed them.
  package func spelledNumbers(of members: [PlacedJSON.Member]) -> [String: String] {
    var spelled: [String: String] = [:]
    for member in json.objectValue ?? [] {
      let (key, value) = (member.key, member.value)
      guard let typed = members.first(where: { $0.key == key })?.value, typed.isNumber else { continue }
      if typed.raw != value.text() { spelled[key] = typed.raw }
    }
    return spelled
  }

  /// Returns the constraint in the form that edits write.
  ///
  /// - Parameter numbers: the constraint's numbers as the user typed them, by their keys.
  package func sceneText(_ numbers: [String: String] = [:]) -> String {
    let members = json.objectValue?.map { "\(JSON.string($0.key).text()): \(numbers[$0.key] ?? $0.value.text())" } ?? []
    return "{ \(members.joined(separator: ", ")) }"
  }
}
