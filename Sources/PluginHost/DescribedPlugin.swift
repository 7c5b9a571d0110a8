package import InspectorKit
internal import JSONText
internal import Synchronization

/// A plugin's description. Each class is decoded at its first use, so that a run decodes only the classes that it
/// needs.
package final class DescribedPlugin: Sendable {
  let name: String
  package let version: String
  let protocolVersions: ClosedRange<Int>

  /// The classes that the plugin registers.
  package let components: [DescribedClass]

  /// The base classes of ``components`` that other plugins register, as defined when this plugin was built.
  package let bases: [DescribedClass]

  /// The plugin's extensions, most of which extend other plugins' classes.
  package let extensions: [DescribedClass]

  /// The JSON text of the description.
  let text: ArraySlice<UInt8>

  /// The names of the files and folders next to the plugin that its workers may read.
  let resources: [String]

  /// The names of component classes that the plugin declares but does not register.
  let unlisted: [String]

  /// The transformers that the plugin provides.
  package let transformers: [TransformerDeclaration]

  /// The settings that the plugin declares.
  package let settings: [PluginSetting]

  private let digest = Mutex<String?>(nil)

  /// Creates a description from its validated contents and its JSON text.
  init(_ description: PluginDescription, text: ArraySlice<UInt8>) {
    (name, version) = (description.name, description.version)
    protocolVersions = description.protocolVersions
    func described(_ definition: ComponentDefinition) -> DescribedClass {
      var definition = definition
      definition.qualifyTransformers(in: description.name)
      return DescribedClass(definition)
    }
    components = description.components.map(described)
    bases = description.bases.map(described)
    extensions = description.extensions.map(described)
    (resources, unlisted, self.text) = (description.resources, description.unlisted, text)
    (settings, transformers) = (description.settings, description.transformers)
  }

  /// Creates a description from a cached text that was validated before it was stored; nil if the outline's byte ranges
  /// do not fit the text.
  init?(checked text: ArraySlice<UInt8>, _ outline: DescriptionOutline) {
    let parts = outline.components + outline.bases + outline.extensions
    guard outline.bounds.count == 2, outline.bounds[0] <= outline.bounds[1],
      parts.allSatisfy({ $0.start >= 0 && $0.count > 0 && $0.start + $0.count <= text.count })
    else { return nil }
    func described(_ part: DescriptionOutline.Part) -> DescribedClass {
      let start = text.startIndex + part.start
      return DescribedClass(
        part.name, text: text[start..<start + part.count], extends: part.extends, aliases: part.aliases,
        plugin: outline.name)
    }
    (name, version) = (outline.name, outline.version)
    protocolVersions = outline.bounds[0]...outline.bounds[1]
    components = outline.components.map(described)
    bases = outline.bases.map(described)
    extensions = outline.extensions.map(described)
    (resources, unlisted, self.text) = (outline.resources, outline.unlisted, text)
    let declared = PluginDescription.declarations(checked: outline.declarations, of: outline.name)
    (settings, transformers) = (declared.settings, declared.transformers)
  }

  /// The SHA-256 of the complete description's JSON text, as 64 hexadecimal digits. The digest is computed once, since
  /// the computation decodes all classes.
  package var sha256: String {
    digest.withLock { digest in
      let value = digest ?? SHA256.hex(of: Array(description.json.text().utf8))
      digest = value
      return value
    }
  }

  /// The complete description, with all classes decoded.
  package var description: PluginDescription {
    PluginDescription(
      name: name, version: version, protocolVersions: protocolVersions, components: components.map(\.definition),
      bases: bases.map(\.definition), extensions: extensions.map(\.definition), resources: resources,
      unlisted: unlisted, settings: settings, transformers: transformers)
  }
}

/// A class, or an extension of a class, as a plugin describes it.
package final class DescribedClass: Sendable {
  package let name: String

  /// The name of the class that an extension adds to; nil for a class that is not an extension.
  let extends: String?

  /// The former names of the class.
  package let aliases: [String]

  /// The name of the base class that describes this class, if this class is a placeholder for an unregistered class;
  /// otherwise nil.
  package let inspectedAs: String?
  private let text: ArraySlice<UInt8>

  /// The name of the plugin, which qualifies the transformer names in the text.
  private let plugin: String

  /// The values decoded from the text so far. A lock guards them, since several threads may request them at the same
  /// time.
  private let known: Mutex<(definition: ComponentDefinition?, readsParent: Bool?)>

  convenience init(_ definition: ComponentDefinition, isInspectedAs base: String? = nil) {
    self.init(
      definition.name, text: [], extends: definition.extends, aliases: definition.aliases, known: definition,
      inspectedAs: base)
  }

  fileprivate init(
    _ name: String, text: ArraySlice<UInt8>, extends: String?, aliases: [String] = [], plugin: String = "",
    known: ComponentDefinition? = nil, inspectedAs base: String? = nil
  ) {
    (self.plugin, self.aliases) = (plugin, aliases)
    (self.name, self.extends, self.text, inspectedAs) = (name, extends, text, base)
    self.known = Mutex((known, nil))
  }

  /// The complete definition, decoded at its first use.
  package var definition: ComponentDefinition {
    known.withLock { known in
      if let definition = known.definition { return definition }
      // The text was validated before. If it has been modified in a way that its checksum does not detect, the class
      // has no properties.
      let read = (try? JSON.parse(Array(text))).flatMap { ComponentDefinition(reading: $0, isChecked: true) }
      var definition = read ?? ComponentDefinition(name: name, label: PropertyName.label(for: name))
      definition.qualifyTransformers(in: plugin)
      known.definition = definition
      return definition
    }
  }

  /// True if the hooks of the class read values of an object's parent.
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
      JSONReader.member("readsParent", of: text).map { !text[$0].elementsEqual("[]".utf8) } ?? false
    }
  }

  /// Returns true if both descriptions are equal. Classes with equal texts are not decoded for the comparison.
  func describesSame(as other: DescribedClass) -> Bool {
    if !text.isEmpty, text == other.text { return true }
    return definition == other.definition
  }
}
