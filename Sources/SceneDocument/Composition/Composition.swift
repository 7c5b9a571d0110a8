package import JSONText

/// The source of a composed scene: the written document, and the templates of its placeholders.
///
/// The written document is authoritative: edits, saves and undos apply to it, and the text of the composed scene is
/// derived from it. Objects of the composed scene are in the order of the written document; the objects of a template
/// follow their placeholder, and precede the placeholder's own children.
package final class Composition {
  /// The scene's own document, in which placeholders are not expanded.
  package let written: SceneDocument

  /// The templates that the placeholders reference, without duplicates.
  let templates: [SceneTemplate]
  let plan: Plan
  let finder: any TemplateFinder

  init(written: SceneDocument, templates: [SceneTemplate], plan: Plan, finder: any TemplateFinder) {
    (self.written, self.templates, self.plan, self.finder) = (written, templates, plan, finder)
  }

  /// The immutable results of a composition, which threads share.
  final class Plan: Sendable {
    /// The number of each object of the written document in the composed scene, in document order.
    let starts: [UInt32]

    /// The template of each resolved placeholder, keyed by the placeholder's number in the written document.
    let instances: [NodeIndex: Instance]

    /// The reason why each unresolved placeholder has no template, keyed by its number in the written document.
    let problems: [NodeIndex: AnyRefusal]

    /// The colours on which the templates agree; the written document may have colours of the same names.
    let colors: [ExactText: [UInt8]]

    /// The names for which the templates define different colours; the written document may define the same names.
    let disputes: [ExactText: ColorDispute]

    init(
      starts: [UInt32], instances: [NodeIndex: Instance], problems: [NodeIndex: AnyRefusal],
      colors: [ExactText: [UInt8]] = [:], disputes: [ExactText: ColorDispute] = [:]
    ) {
      (self.starts, self.instances, self.problems) = (starts, instances, problems)
      (self.colors, self.disputes) = (colors, disputes)
    }

    /// Returns the plan of a scene that has no placeholders.
    static func identity(_ count: Int) -> Plan {
      Plan(starts: Array(0..<UInt32(truncatingIfNeeded: count)), instances: [:], problems: [:])
    }
  }

  /// A placeholder's template, and the number of objects that the template adds inside the placeholder.
  struct Instance {
    let template: Int
    let inner: Int
  }

  /// The origin of an object of the composed scene: an object of the written document, and an offset in its template.
  /// The offset is 0 for the written object itself.
  package struct Place {
    package let written: NodeIndex
    package let inner: Int
  }

  /// Returns the origin of an object of the composed scene, found by a binary search.
  package func place(of node: NodeIndex) -> Place {
    let after = plan.starts.partitioningIndex { Int($0) > node.number }
    let written = NodeIndex(max(after, 1) - 1)
    return Place(written: written, inner: node.number - Int(plan.starts[written.number]))
  }

  /// Converts the number of an object in the written document to its number in the composed scene.
  package func composed(_ written: NodeIndex) -> NodeIndex { NodeIndex(plan.starts[written.number]) }

  /// Returns the template of a placeholder, given by its number in the written document; nil if the object is not a
  /// placeholder, or if its template is not available.
  package func template(of written: NodeIndex) -> SceneTemplate? {
    plan.instances[written].map { templates[$0.template] }
  }

  /// Returns the template's object for a place of the composed scene; nil if no template contributes to the place.
  func source(of place: Place) -> (document: SceneDocument, node: NodeIndex)? {
    template(of: place.written).map { ($0.document, $0.node + place.inner) }
  }

  /// Returns the key of an inner object in the `overrides` of its placeholder; nil for any other object.
  package func address(of place: Place) -> String? {
    guard place.inner > 0, let template = template(of: place.written) else { return nil }
    return template.address(of: template.node + place.inner)
  }

  /// Returns the first problem of a placeholder with the given code, in document order; nil if there is none.
  package func problem(withCode code: DiagnosticCode) -> AnyRefusal? {
    plan.problems.sorted { $0.key < $1.key }.map(\.value).first { $0.code == code }
  }

  /// Returns the last placeholder, in document order, whose template supplies the object with the given id; nil if
  /// there is none.
  func lastPlaceholder(with id: String) -> NodeIndex? {
    plan.instances.keys.sorted().last { node in
      id.rest(after: written.id(node) + "/").map { template(of: node)?.inner(at: $0) != nil } ?? false
    }
  }

  /// Returns a copy of the composition for reading on a different thread.
  func reader(_ known: inout [ObjectIdentifier: SceneDocument]) -> Composition {
    var readers: [SceneTemplate] = []
    for template in templates { readers.append(template.reader(&known)) }
    return Composition(written: written.reader(&known), templates: readers, plan: plan, finder: finder)
  }

  /// Returns a copy of the composition for a successor of the written document.
  func successor() -> Composition {
    Composition(written: written.successor(), templates: templates.readers(), plan: plan, finder: finder)
  }
}

extension [SceneTemplate] {
  /// Returns copies of the templates for reading on a different thread.
  func readers() -> [SceneTemplate] {
    var known: [ObjectIdentifier: SceneDocument] = [:]
    return map { $0.reader(&known) }
  }
}

extension Composition {
  /// The maximum number of objects in a composed scene.
  ///
  /// Ten templates of ten instances each, ten deep, are 10^10 objects, of a few hundred bytes.
  package static var mostObjects: Int { 2_000_000 }

  /// The maximum size of a composed text in bytes.
  static var mostBytes: Int { 1 << 30 }
}
