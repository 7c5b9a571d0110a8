package import JSONText

/// The parts of which a composed scene is made: the written document, and the templates of its placeholders.
///
/// The written document is the truth: edits are made in it, saved from it and undone in it, and the text of the composed
/// scene follows. Objects of the composed scene are in the order of the written document; the objects of a template
/// follow their placeholder, and precede the placeholder's own children.
package final class Composition {
  /// The document as its file says it.
  package let written: SceneDocument

  /// The templates in use, each once.
  let templates: [SceneTemplate]
  let plan: Plan
  let finder: any TemplateFinder

  init(written: SceneDocument, templates: [SceneTemplate], plan: Plan, finder: any TemplateFinder) {
    (self.written, self.templates, self.plan, self.finder) = (written, templates, plan, finder)
  }

  /// The numbers of a composition, which threads share.
  final class Plan: Sendable {
    /// For each object of the written document, its number in the composed scene.
    let starts: [UInt32]

    /// The resolved placeholders by their numbers in the written document: the index of each one's template, and the
    /// number of objects that the template adds.
    let instances: [NodeIndex: Instance]

    /// The reasons why placeholders have no template, by their numbers in the written document.
    let problems: [NodeIndex: AnyRefusal]

    /// The colours on which the templates agree; the written document may have colours of the same names.
    let colors: [ExactText: [UInt8]]

    /// The names that the templates write as different colours; the written document may have the same names.
    let disputes: [ExactText: ColorDispute]

    init(
      starts: [UInt32], instances: [NodeIndex: Instance], problems: [NodeIndex: AnyRefusal],
      colors: [ExactText: [UInt8]] = [:], disputes: [ExactText: ColorDispute] = [:]
    ) {
      (self.starts, self.instances, self.problems) = (starts, instances, problems)
      (self.colors, self.disputes) = (colors, disputes)
    }

    /// The numbers of a scene without placeholders.
    static func identity(_ count: Int) -> Plan {
      Plan(starts: Array(0..<UInt32(truncatingIfNeeded: count)), instances: [:], problems: [:])
    }
  }

  /// A placeholder's template, and the number of objects that the template adds inside the placeholder.
  struct Instance {
    let template: Int
    let inner: Int
  }

  /// The place of an object of the composed scene: the object of the written document that writes it or stands for it,
  /// and the number of the object within the template; 0 for the written object itself.
  package struct Place {
    package let written: NodeIndex
    package let inner: Int
  }

  /// Returns the place of an object of the composed scene.
  package func place(of node: NodeIndex) -> Place {
    let after = plan.starts.partitioningIndex { Int($0) > node.number }
    let written = NodeIndex(max(after, 1) - 1)
    return Place(written: written, inner: node.number - Int(plan.starts[written.number]))
  }

  /// Returns the number in the composed scene of an object of the written document.
  package func composed(_ written: NodeIndex) -> NodeIndex { NodeIndex(plan.starts[written.number]) }

  /// Returns the template of a placeholder, by the placeholder's number in the written document; nil if the object is no
  /// placeholder, or if its template is not available.
  package func template(of written: NodeIndex) -> SceneTemplate? {
    plan.instances[written].map { templates[$0.template] }
  }

  /// Returns the object of a template that a place in the composed scene shows; nil for an object that only the written
  /// document has.
  func source(of place: Place) -> (document: SceneDocument, node: NodeIndex)? {
    template(of: place.written).map { ($0.document, $0.node + place.inner) }
  }

  /// Returns the address of an inner object in `overrides` of its placeholder; nil for any other object.
  package func address(of place: Place) -> String? {
    guard place.inner > 0, let template = template(of: place.written) else { return nil }
    return template.address(of: template.node + place.inner)
  }

  /// Returns a reason with a given code why a placeholder has no template; nil if there is none.
  package func problem(withCode code: DiagnosticCode) -> AnyRefusal? {
    plan.problems.sorted { $0.key < $1.key }.map(\.value).first { $0.code == code }
  }

  /// Returns the last placeholder whose template has an object with an id of the composed scene; nil if there is none.
  func lastPlaceholder(with id: String) -> NodeIndex? {
    plan.instances.keys.sorted().last { node in
      id.rest(after: written.id(node) + "/").map { template(of: node)?.inner(at: $0) != nil } ?? false
    }
  }

  /// Returns the composition for reading on a different thread.
  func reader(_ known: inout [ObjectIdentifier: SceneDocument]) -> Composition {
    var readers: [SceneTemplate] = []
    for template in templates { readers.append(template.reader(&known)) }
    return Composition(written: written.reader(&known), templates: readers, plan: plan, finder: finder)
  }

  /// Returns the composition of a successor of the written document.
  func successor() -> Composition {
    Composition(written: written.successor(), templates: templates.readers(), plan: plan, finder: finder)
  }
}

extension [SceneTemplate] {
  /// Returns the templates for reading on a different thread.
  func readers() -> [SceneTemplate] {
    var known: [ObjectIdentifier: SceneDocument] = [:]
    return map { $0.reader(&known) }
  }
}

extension Composition {
  /// The largest number of objects that a composed scene may have.
  ///
  /// Ten templates of ten instances each, ten deep, are 10^10 objects, of a few hundred bytes.
  package static var mostObjects: Int { 2_000_000 }

  /// The largest size of a composed text in bytes.
  static var mostBytes: Int { 1 << 30 }
}
