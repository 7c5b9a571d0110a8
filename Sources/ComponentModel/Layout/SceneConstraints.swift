package import InspectorKit
internal import JSONText
package import SceneDocument

/// An object's constraints as its scene has them, those that are wrong with what is wrong.
package struct SceneConstraints {
  /// One of the list.
  package struct Element {
    /// The constraint; nil where it is wrong.
    package var constraint: LayoutConstraint?

    /// What is wrong with the constraint.
    package var problem: LayoutProblem?

    /// Where the constraint stands in the list's text.
    package var span: Range<Int>
  }

  package private(set) var elements: [Element] = []

  /// Why there is no list; nil where there is one.
  package private(set) var problem: LayoutProblem?

  /// Where the list begins in the document.
  package let offset: Int

  /// The list as it is written.
  package let text: [UInt8]

  init(_ text: UnsafeRawBufferPointer, at offset: Int) {
    (self.text, self.offset) = (Array(text), offset)
    do throws(JSONSyntaxError) {
      var reader = JSONReader(text)
      guard reader.peek() == UInt8(ascii: "[") else {
        problem = LayoutProblem("'constraints' is no array; write [{\"attribute\": …}]")
        return
      }
      try reader.beginArray()
      while try reader.nextElement() {
        let raw = try reader.rawValue()
        let span = reader.offset - raw.count..<reader.offset
        do throws(LayoutProblem) {
          // Deeper ones are wrong in any case.
          guard let json = try? JSON.parse(raw, maximumDepth: 16) else { throw LayoutProblem("it is no constraint") }
          elements.append(Element(constraint: try LayoutConstraint(json), problem: nil, span: span))
        } catch {
          elements.append(Element(constraint: nil, problem: error, span: span))
        }
      }
    } catch {
      problem = LayoutProblem("it cannot be read: \(error)")
    }
  }

  /// The offset of one of the list in the document.
  func offset(ofElement place: Int) -> Int { offset + elements[place].span.lowerBound }

  /// The constraints without a problem to objects that are not there, with their places in the list and the ids.
  func dangling(in document: SceneDocument) -> [(place: Int, constraint: LayoutConstraint, target: String)] {
    readable.compactMap { place, constraint in
      guard case .object(let id, _) = constraint.target, document.node(id: id) == nil else { return nil }
      return (place, constraint, id)
    }
  }

  /// The constraints without a problem, with their places in the list.
  package var readable: [(place: Int, constraint: LayoutConstraint)] {
    elements.enumerated().compactMap { place, element in element.constraint.map { (place, $0) } }
  }
}

extension SceneDocument {
  /// An object's constraints; nil where it has none.
  package func constraints(of node: NodeIndex) -> SceneConstraints? {
    constraintsText(of: node).map { SceneConstraints($0.text, at: $0.offset) }
  }

  /// Whether any object has constraints.
  package var hasConstraints: Bool { (0..<objectCount).contains { hasConstraints($0) } }
}
