package import JSONText

/// A named colour available to the objects of a template's document.
package struct TemplateColor: Sendable {
  package let name: String

  /// The colour as JSON text, as written.
  package let text: [UInt8]

  /// The colour's place in a palette document; nil if it comes from the document's own palette or from one of its
  /// templates.
  let place: ColorPlace?

  package init(name: String, text: [UInt8], place: ColorPlace? = nil) {
    (self.name, self.text, self.place) = (name, text, place)
  }
}

/// The place at which a document defines a named colour.
package struct ColorPlace: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let position: SourcePosition

  package init(file: String, position: SourcePosition) { (self.file, self.position) = (file, position) }

  /// The place as text: `brand.scene.json:3:27`.
  package var description: String { "\(file):\(position)" }
}

/// A name for which the templates of a scene define different colours.
package struct ColorDispute: Sendable {
  package let name: String

  /// The distinct colours, as JSON texts, with the places of their definitions, in the order of the templates.
  package fileprivate(set) var claims: [(text: [UInt8], place: ColorPlace)]
}

extension [SceneTemplate] {
  /// The colours that the templates define for a scene, and the names with conflicting definitions.
  var colors: (agreed: [ExactText: [UInt8]], disputes: [ExactText: ColorDispute]) {
    var first: [ExactText: (color: TemplateColor, template: Int)] = [:]
    var disputes: [ExactText: ColorDispute] = [:]
    func add(_ text: [UInt8], of name: ExactText, at place: () -> ColorPlace) {
      if disputes[name] == nil {
        let former = first[name].map { (text: $0.color.text, place: self[$0.template].place(of: $0.color)) }
        disputes[name] = ColorDispute(name: name.text, claims: former.map { [$0] } ?? [])
      }
      if disputes[name]?.claims.contains(where: { $0.text == text }) == false {
        disputes[name]?.claims.append((text, place()))
      }
    }
    for (index, template) in enumerated() {
      for color in template.colors {
        let name = ExactText(color.name)
        guard let other = first[name] else {
          first[name] = (color, index)
          if disputes[name] != nil { add(color.text, of: name) { template.place(of: color) } }
          continue
        }
        if disputes[name] != nil || other.color.text != color.text {
          add(color.text, of: name) { template.place(of: color) }
        }
      }
      for dispute in template.disputes {
        for (text, place) in dispute.claims { add(text, of: ExactText(dispute.name)) { place } }
      }
    }
    let agreed = first.filter { disputes[$0.key] == nil }.mapValues(\.color.text)
    return (agreed, disputes)
  }
}

extension SceneTemplate {
  /// Returns the place at which one of the template's colours is defined.
  fileprivate func place(of color: TemplateColor) -> ColorPlace {
    color.place ?? document.colorPlace(color.name)
      ?? ColorPlace(file: document.name, position: SourcePosition(line: 1, column: 1))
  }
}

extension SceneDocument {
  /// Returns the place at which a colour of the scene is defined, in its own palette or in a template; nil if there is
  /// no such colour.
  package func colorPlace(_ name: String) -> ColorPlace? {
    if let entry = written.palette.first(where: { $0.name.isExactly(name) }) {
      return ColorPlace(file: written.name, position: written.position(ofOffset: entry.offset))
    }
    return templateColorPlace(name)
  }

  /// Returns the place at which a template defines a colour, even if the scene's own palette hides it; nil if no
  /// template has such a colour.
  package func templateColorPlace(_ name: String) -> ColorPlace? {
    for template in composition?.used ?? [] {
      if let color = template.colors.first(where: { $0.name.isExactly(name) }) { return template.place(of: color) }
    }
    return nil
  }

  /// The colours, as JSON texts, that the scene inherits from templates; its own palette may have the same names.
  package var templateColors: [ExactText: [UInt8]] { composition?.plan.colors ?? [:] }

  /// Returns the names of the colours that the scene inherits through the placeholders among the given objects.
  package func templateColorNames(of nodes: Range<NodeIndex>) -> Set<ExactText> {
    guard let composition else { return [] }
    return nodes.reduce(into: []) { names, node in
      let place = composition.place(of: node)
      guard place.inner == 0, let template = composition.template(of: place.written) else { return }
      names.formUnion(template.colors.map { ExactText($0.name) })
    }
  }

  /// The names for which the scene's templates define different colours; its own palette may have the same names.
  package var colorDisputes: [ColorDispute] {
    (composition?.plan.disputes ?? [:]).values.sorted { $0.name < $1.name }
  }
}

extension Composition {
  /// The templates of the resolved placeholders, without duplicates.
  fileprivate var used: [SceneTemplate] { Set(plan.instances.values.map(\.template)).sorted().map { templates[$0] } }
}
