package import InspectorKit
internal import JSONText
internal import Synchronization

/// A plugin's description, whose classes are read as they are needed: a start that meets a few of them reads those.
package final class DescribedPlugin: Sendable {
  let name: String
  let version: String
  let protocolVersions: ClosedRange<Int>

  /// The classes that it registers.
  package let components: [DescribedClass]

  /// Base classes of these that another plugin registers.
  package let bases: [DescribedClass]

  /// What it adds to classes, most of them other plugins'.
  package let extensions: [DescribedClass]

  /// Its own JSON text.
  let text: ArraySlice<UInt8>

  /// The files beside it that its workers read.
  let resources: [String]

  private init(
    _ name: String, _ version: String, _ versions: ClosedRange<Int>, components: [DescribedClass],
    bases: [DescribedClass], extensions: [DescribedClass], resources: [String], text: ArraySlice<UInt8>
  ) {
    self.resources = resources
    self.name = name
    self.version = version
    protocolVersions = versions
    self.components = components
    self.bases = bases
    self.extensions = extensions
    self.text = text
  }

  /// A description that was read from this text, and checked.
  convenience init(_ description: PluginDescription, text: ArraySlice<UInt8>) {
    self.init(
      description.name, description.version, description.protocolVersions,
      components: description.components.map { DescribedClass($0) },
      bases: description.bases.map { DescribedClass($0) },
      extensions: description.extensions.map { DescribedClass($0) }, resources: description.resources, text: text)
  }

  /// A description of which the text was checked, and outlined, when it was kept; nil where the outline is not the text's.
  convenience init?(checked text: ArraySlice<UInt8>, _ outline: DescriptionOutline) {
    guard outline.bounds.count == 2, outline.bounds[0] <= outline.bounds[1] else { return nil }
    func classes(_ parts: [DescriptionOutline.Part]) -> [DescribedClass]? {
      var classes: [DescribedClass] = []
      for part in parts {
        guard part.start >= 0, part.count > 0, part.start + part.count <= text.count else { return nil }
        let start = text.startIndex + part.start
        classes.append(DescribedClass(part.name, text: text[start..<start + part.count], extends: part.extends))
      }
      return classes
    }
    guard let components = classes(outline.components), let bases = classes(outline.bases),
      let extensions = classes(outline.extensions)
    else { return nil }
    self.init(
      outline.name, outline.version, outline.bounds[0]...outline.bounds[1], components: components, bases: bases,
      extensions: extensions, resources: outline.resources, text: text)
  }

  /// All of it.
  package var description: PluginDescription {
    PluginDescription(
      name: name, version: version, protocolVersions: protocolVersions, components: components.map(\.definition),
      bases: bases.map(\.definition), extensions: extensions.map(\.definition), resources: resources)
  }
}

/// A class as a plugin describes it.
package final class DescribedClass: Sendable {
  package let name: String

  /// For an extension the class that it adds to.
  let extends: String?

  /// For a class of a scene that no plugin knows, the base as which its objects are inspected.
  package let inspectedAs: String?
  private let text: ArraySlice<UInt8>
  private let known: Mutex<Known>

  /// What was read of the text, which any thread may be the first to need.
  private struct Known {
    var definition: ComponentDefinition?
    var readsParent: Bool?
  }

  convenience init(_ definition: ComponentDefinition, isInspectedAs base: String? = nil) {
    self.init(definition.name, text: [], extends: definition.extends, known: definition, inspectedAs: base)
  }

  fileprivate init(
    _ name: String, text: ArraySlice<UInt8>, extends: String?, known: ComponentDefinition? = nil,
    inspectedAs base: String? = nil
  ) {
    self.name = name
    self.extends = extends
    inspectedAs = base
    self.text = text
    self.known = Mutex(Known(definition: known))
  }

  /// The whole of its definition.
  package var definition: ComponentDefinition {
    known.withLock { known in
      if let definition = known.definition { return definition }
      // The text was checked; who changed it since in a way that its sum does not show gets a class without properties.
      let read = (try? JSON.parse(Array(text))).flatMap { ComponentDefinition(reading: $0, isChecked: true) }
      let definition = read ?? ComponentDefinition(name: name, label: PropertyName.label(for: name))
      known.definition = definition
      return definition
    }
  }

  /// Whether its hooks read their parent's values.
  package var readsParent: Bool {
    known.withLock { known in
      if let answer = known.readsParent { return answer }
      let answer = known.definition.map { !$0.readsParent.isEmpty } ?? textReadsParent
      known.readsParent = answer
      return answer
    }
  }

  private var textReadsParent: Bool {
    text.withUnsafeBytes { text in
      JSONMember.raw("readsParent", of: text).map { !text[$0].elementsEqual("[]".utf8) } ?? false
    }
  }

  /// Whether both describe the same; equal texts decide that at once.
  func describesSame(as other: DescribedClass) -> Bool {
    if !text.isEmpty, text == other.text { return true }
    return definition == other.definition
  }
}
