package import InspectorKit
internal import JSONText
package import SceneDocument

/// The list of an object's constraints as its scene stores them, with the problems of invalid constraints.
package struct SceneConstraints {
  /// One element of the list of constraints.
  package struct Element {
    /// The constraint; nil if it is invalid.
    package var constraint: LayoutConstraint?

    /// The constraint's problem; nil if it is valid.
    package var problem: StatedProblem?

    /// The byte range of the element in the list's text.
    package var span: Range<Int>
  }

  package private(set) var elements: [Element] = []

  /// The reason why the list cannot be read; nil if it was read.
  package private(set) var problem: StatedProblem?

  /// The byte offset of the list in the document.
  package let offset: Int

  /// The text of the list as written.
  package let text: [UInt8]

  init(_ text: UnsafeRawBufferPointer, at offset: Int) {
    (self.text, self.offset) = (Array(text), offset)
    do throws(JSONSyntaxError) {
      var reader = JSONReader(text)
      guard reader.peek() == UInt8(ascii: "[") else {
        problem = StatedProblem("'constraints' is not an array; write [{\"attribute\": …}]")
        return
      }
      try reader.beginArray()
      while try reader.nextElement() {
        let raw = try reader.rawValue()
        let span = reader.offset - raw.count..<reader.offset
        do throws(StatedProblem) {
          // A constraint is not deeply nested, so a value beyond this depth is invalid in any case.
          guard let json = try? JSON.parse(raw, maximumDepth: 16) else { throw StatedProblem("it is not a constraint") }
          elements.append(Element(constraint: try LayoutConstraint(json), problem: nil, span: span))
        } catch {
          elements.append(Element(constraint: nil, problem: error, span: span))
        }
      }
    } catch {
      problem = StatedProblem("it cannot be read: \(error)")
    }
  }

  /// Returns the byte offset of a list element in the document.
  func offset(ofElement place: Int) -> Int { offset + elements[place].span.lowerBound }

  /// Returns the valid constraints whose target is a missing object, with their indices in the list and the missing
  /// ids.
  func dangling(in document: SceneDocument) -> [(place: Int, constraint: LayoutConstraint, target: String)] {
    readable.compactMap { place, constraint in
      guard case .object(let id, _) = constraint.target, document.node(id: id) == nil else { return nil }
      return (place, constraint, id)
    }
  }

  /// The valid constraints, with their indices in the list.
  package var readable: [(place: Int, constraint: LayoutConstraint)] {
    elements.enumerated().compactMap { place, element in element.constraint.map { (place, $0) } }
  }
}

extension SceneDocument {
  /// Returns the list of an object's constraints; nil if it has none.
  package func constraints(of node: NodeIndex) -> SceneConstraints? {
    constraintsText(of: node).map { SceneConstraints($0.text, at: $0.offset) }
  }

  /// True if any object has constraints.
  package var hasConstraints: Bool { objects.contains { hasConstraints($0) } }
}
