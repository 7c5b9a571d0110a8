import InspectorKit
import SceneDocument

@testable import ComponentModel
@testable import Journaling
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// A reference implementation of selectors, as simple as possible: it tests each object alone, walks each path, and
/// builds every component. It supports scenes of ``Zoo`` with integers and strings.
struct NaiveMatcher {
  let scene: SceneSession
  private let objects: [ObjectInspection]

  init(_ scene: SceneSession) throws {
    self.scene = scene
    objects = try scene.document.objects.map { try scene.inspect(id: scene.document.id($0)) }
  }

  func nodes(_ selector: Selector) -> [NodeIndex] {
    scene.document.objects.filter { node in selector.alternatives.contains { isEnd(node, of: $0.steps[...]) } }
  }

  private func isEnd(_ node: NodeIndex, of steps: ArraySlice<Selector.Step>) -> Bool {
    guard let last = steps.last, matches(node, last.compound) else { return false }
    let rest = steps.dropLast()
    return rest.isEmpty || before(node, last.combinator).contains { isEnd($0, of: rest) }
  }

  /// Returns true if a path from an object leads to a match.
  private func leads(_ node: NodeIndex, _ steps: ArraySlice<Selector.Step>) -> Bool {
    guard let first = steps.first else { return true }
    return scene.document.objects.contains { other in
      before(other, first.combinator).contains(node) && matches(other, first.compound)
        && leads(other, steps.dropFirst())
    }
  }

  /// Returns the objects on the left of a combinator.
  private func before(_ node: NodeIndex, _ combinator: Selector.Combinator) -> [NodeIndex] {
    let document = scene.document
    switch combinator {
    case .child: return document.parent(node).map { [$0] } ?? []
    case .descendant: return document.parent(node).map { [$0] + before($0, .descendant) } ?? []
    case .next: return before(node, .later).suffix(1)
    case .later:
      return (0..<node).filter { document.parent($0) == document.parent(node) }
    }
  }

  private func matches(_ node: NodeIndex, _ compound: Selector.Compound) -> Bool {
    let object = objects[node.number]
    if let id = compound.id, id != object.id { return false }
    if let name = compound.typeName, name != object.className { return false }
    return compound.predicates.allSatisfy { holds(object, $0) } && compound.pseudoClasses.allSatisfy { holds(node, $0) }
  }

  private func rows(_ object: ObjectInspection) -> [InspectedProperty] { object.sections.flatMap(\.properties) }

  private func holds(_ node: NodeIndex, _ pseudo: Selector.PseudoClass) -> Bool {
    let object = objects[node.number]
    switch pseudo.kind {
    case .kind(let name):
      let lines = ["Animal": ["Animal"], "Bird": ["Animal", "Bird"], "Parrot": ["Animal", "Bird", "Parrot"]]
      return (lines[object.className] ?? [object.className]).contains(name)
    case .modified: return rows(object).contains(where: \.isModified)
    case .unset(let name): return rows(object).contains { $0.name == name && $0.storedText == "null" }
    case .text(let words):
      let texts = rows(object).flatMap { row -> [String] in
        var texts: [String] = []
        if row.type == .string || row.type == nil, let stored = row.storedText, stored.hasPrefix("\"") {
          texts.append(stored)
        }
        if case .string(let text)? = row.effective { texts.append(text) }
        return texts
      }
      return ([object.id, object.objectName ?? ""] + texts).contains { text in
        text.lowercased().contains(words.lowercased())
      }
    case .nthChild(let pattern): return pattern.holds(before(node, .later).count + 1)
    case .lastChild:
      let document = scene.document
      return !document.objects.contains { $0 > node && document.parent($0) == document.parent(node) }
    case .not(let paths): return !paths.contains { isEnd(node, of: $0.steps[...]) }
    case .is(let paths): return paths.contains { isEnd(node, of: $0.steps[...]) }
    case .has(let paths): return paths.contains { leads(node, $0.steps[...]) }
    // No scene in these tests is composed.
    case .composed(let condition): return condition == .authored
    case .references(let paths):
      return scene.document.objects.contains { other in
        refers(object, to: other) && paths.contains { isEnd(other, of: $0.steps[...]) }
      }
    // No class of these tests declares which of its references count.
    case .related(let paths):
      return scene.document.objects.contains { other in
        let isRelated = refers(object, to: other) || refers(objects[other.number], to: node)
        return isRelated && paths.contains { isEnd(other, of: $0.steps[...]) }
      }
    }
  }

  private func refers(_ object: ObjectInspection, to other: NodeIndex) -> Bool {
    let ids = rows(object).filter { $0.definition?.references != nil }.compactMap(\.storedText)
    return ids.contains("\"\(scene.document.id(other))\"")
  }

  private func holds(_ object: ObjectInspection, _ predicate: Selector.Predicate) -> Bool {
    guard let row = rows(object).first(where: { $0.name == predicate.property }) else { return false }
    guard let comparison = predicate.comparison else { return row.storedText != nil }
    if row.state == .unknown { return compare(raw: row.storedText ?? "", comparison) }
    var value = row.effective
    if predicate.isStored {
      // A refused value is compared as written.
      guard case .value(let stored) = row.stored else { return compare(raw: row.storedText ?? "", comparison) }
      value = stored
    }
    switch value {
    case .int(let number)?:
      let flags = row.definition?.flags == nil ? [:] : ["Red": 1, "Big": 2, "Fast": 4]
      return compare(raw: String(number), comparison, flags)
    case .string(let text)?: return compare(raw: "\"\(text)\"", comparison)
    default: return false
    }
  }

  /// Compares numbers with numbers, and texts with texts; a text in place of a number matches nothing.
  private func compare(raw: String, _ comparison: Comparison, _ flags: [String: Int] = [:]) -> Bool {
    if raw.hasPrefix("\"") {
      let text = String(raw.dropFirst().dropLast())
      return holds(text, comparison.comparator, comparison.text)
        || (comparison.comparator == .contains && text.contains(comparison.text))
        || (comparison.comparator == .includes && text.split(separator: " ").contains(Substring(comparison.text)))
        || (comparison.comparator == .startsWith && text.hasPrefix(comparison.text))
    }
    let named = comparison.text.split(separator: "|").map { flags[String($0)] ?? Int($0) }
    guard let left = Int(raw), !named.contains(nil) else { return false }
    let right = named.compactMap(\.self).reduce(0, |)
    if comparison.comparator == .includes { return left & right == right }
    return holds(left, comparison.comparator, right)
  }

  private func holds<V: Comparable>(_ left: V, _ comparator: Comparison.Operator, _ right: V) -> Bool {
    switch comparator {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .startsWith, .endsWith, .contains, .includes: false
    }
  }
}
