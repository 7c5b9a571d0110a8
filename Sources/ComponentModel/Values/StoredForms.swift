package import InspectorKit
internal import JSONText
package import PluginHost
internal import SceneDocument

/// A cache of conversions between stored texts and values by the transformers of plugins.
///
/// The first request decodes all stored texts of the scene. No text is decoded more than once.
package final class StoredForms {
  private let registry: ComponentRegistry

  /// The model whose scene stores the texts. Its job can cancel the requests to plugins.
  package weak var model: SceneModel?

  private var known: [Key: Transformed] = [:]

  /// True if the texts that the scene stores have been decoded.
  private var hasRead = false

  /// A text to convert, with the qualified name of the transformer and the direction.
  private struct Key: Hashable {
    let transformer: String
    let text: [UInt8]
    var isDecoding = true
  }

  package init(_ registry: ComponentRegistry) { self.registry = registry }

  /// Returns the plugin and the declaration of a transformer; nil if there is no such transformer.
  ///
  /// - Parameter name: the qualified name, such as `Plugin.transformer`.
  package func transformer(named name: String) -> (plugin: InstalledPlugin, declaration: TransformerDeclaration)? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let (plugin, own) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    for found in registry.plugins where found.name.isExactly(plugin) {
      if let declaration = found.described?.transformers.first(where: { $0.name == own }) {
        return (found, declaration)
      }
    }
    return nil
  }

  /// The qualified names of all transformers.
  package var names: [String] {
    registry.plugins.flatMap { plugin in
      (plugin.described?.transformers ?? []).map { "\(plugin.name).\($0.name)" }
    }
  }

  // MARK: reading

  /// Decodes a stored text as a property's value. Throws an error if the transformer cannot decode it.
  ///
  /// - Parameter name: the qualified name of the transformer.
  func value(
    of raw: UnsafeRawBufferPointer, as property: PropertyDefinition, through name: String
  ) throws(Diagnostic) -> PropertyValue {
    if let declared = transformer(named: name)?.declaration.stored, !Self.isValue(raw, of: declared) {
      let text = String(decoding: raw, as: UTF8.self)
      throw Diagnostic(ValueRefusal.otherStoredType(property.name, text, declared, through: name))
    }
    let key = Key(transformer: name, text: Array(raw))
    if known[key] == nil, !hasRead { readScene() }
    guard let value = try value(try result(of: key, for: property), of: property, through: name) else {
      throw Diagnostic(ValueRefusal.noStoredForm(property.name, String(decoding: raw, as: UTF8.self), through: name))
    }
    return value
  }

  /// Returns true if a JSON text is a valid value of a type.
  private static func isValue(_ raw: UnsafeRawBufferPointer, of type: PropertyType) -> Bool {
    var reader = JSONReader(raw)
    return (try? PropertyValue(json: &reader, as: type)) != nil
  }

  /// Decodes all texts that objects of the scene store for transformed properties, a batch for each transformer.
  private func readScene() {
    hasRead = true
    guard let model else { return }
    let document = model.document
    let bindings = document.classNames.indices.map { classID -> ClassBinding? in
      guard case .known(let binding) = model.meaning(ofClass: classID) else { return nil }
      return binding.transformed.isEmpty ? nil : binding
    }
    guard bindings.contains(where: { $0 != nil }) else { return }
    var texts: [String: [[UInt8]]] = [:]
    var seen: Set<Key> = []
    for node in document.objects {
      guard let binding = bindings[document.classID(node)] else { continue }
      model.attributes(of: node).visit { key, raw in
        guard raw.first != UInt8(ascii: "n"), let known = binding.key(key),
          let name = binding.transformer(of: known)
        else { return true }
        let key = Key(transformer: name, text: Array(raw))
        if seen.insert(key).inserted { texts[name, default: []].append(key.text) }
        return true
      }
    }
    for (name, texts) in texts {
      guard let (plugin, declaration) = transformer(named: name) else { continue }
      let texts = texts.filter { text in text.withUnsafeBytes { Self.isValue($0, of: declaration.stored) } }
      let results = plugin.transform(texts, with: declaration.name, isDecoding: true, under: model.job)
      for (text, result) in zip(texts, results) {
        keep(result, for: Key(transformer: name, text: text))
      }
    }
  }

  /// Caches a result, unless the user cancelled the request.
  private func keep(_ result: Transformed, for key: Key) {
    if case .failed(let failure) = result, failure.kind == .cancelled { return }
    known[key] = result
  }

  // MARK: writing

  /// Encodes a property's value as a stored text. Throws an error if the transformer cannot encode the value, or if it
  /// decodes the text as a different value.
  func text(
    of value: PropertyValue, as property: PropertyDefinition, through name: String
  ) throws(Diagnostic) -> [UInt8] {
    switch try result(of: Key(transformer: name, text: value.jsonText, isDecoding: false), for: property) {
    case .failed(let failure): throw Diagnostic(ValueRefusal.transformerFailed(property.name, AnyRefusal(failure)))
    case .refused: throw Diagnostic(ValueRefusal.notStorable(property.name, value, through: name))
    case .value(let text):
      let back = try text.withUnsafeBufferPointer { bytes throws(Diagnostic) in
        try self.value(of: UnsafeRawBufferPointer(bytes), as: property, through: name)
      }
      guard back == value else {
        let stored = String(decoding: text, as: UTF8.self)
        throw Diagnostic(ValueRefusal.comesBackOther(property.name, value, stored: stored, back: back, through: name))
      }
      return text
    }
  }

  private func value(
    _ found: Transformed, of property: PropertyDefinition, through name: String
  ) throws(Diagnostic) -> PropertyValue? {
    switch found {
    case .refused: return nil
    case .failed(let failure): throw Diagnostic(ValueRefusal.transformerFailed(property.name, AnyRefusal(failure)))
    case .value(let json):
      let value = json.withUnsafeBytes { bytes -> PropertyValue? in
        var reader = JSONReader(bytes)
        return try? PropertyValue(json: &reader, as: property.type)
      }
      if let value { return value }
      throw Diagnostic(
        ValueRefusal.wrongType(property.name, property.type, String(decoding: json, as: UTF8.self), name))
    }
  }

  /// Returns the result for one text, and requests it from the plugin the first time. Throws an error if there is no
  /// such transformer for values of the property's type.
  private func result(of key: Key, for property: PropertyDefinition) throws(Diagnostic) -> Transformed {
    if let result = known[key] { return result }
    guard let (plugin, declaration) = transformer(named: key.transformer) else {
      let near = DidYouMean.suggestion(for: key.transformer, among: names)
      throw Diagnostic(ValueRefusal.noTransformer(property.name, key.transformer, suggestion: near))
    }
    guard declaration.type == property.type else {
      throw Diagnostic(
        ValueRefusal.transformerOfOther(property.name, property.type, key.transformer, declaration.type))
    }
    let job = model?.job ?? .unattended
    let results = plugin.transform([key.text], with: declaration.name, isDecoding: key.isDecoding, under: job)
    let result = results.first ?? .refused
    keep(result, for: key)
    return result
  }
}

extension StoredValueReader {
  /// Returns the changes that store a typed value of a property.
  func changes(
    storing typed: TypedValue, in form: ValueForm, of property: PropertyDefinition
  ) throws(Diagnostic) -> [AttributeChange] {
    try transformed(typed.value, in: form, of: property) ?? form.changes(storing: typed)
  }

  /// Returns the changes that store a computed value of a property.
  func changes(
    storing value: PropertyValue, in form: ValueForm, of property: PropertyDefinition
  ) throws(Diagnostic) -> [AttributeChange] {
    try transformed(value, in: form, of: property) ?? form.changes(storing: value)
  }

  /// Returns the text that stores a value of a property, regardless of the currently stored text. Throws an error if
  /// the property's transformer cannot encode the value.
  package func text(storing value: PropertyValue, of property: PropertyDefinition) throws(Diagnostic) -> [UInt8] {
    guard let name = property.storedAs, let forms else { return value.jsonText }
    return try forms.text(of: value, as: property, through: name)
  }

  /// Returns the change that stores a value in its transformed form; nil if the property has no such form.
  func transformed(
    _ value: PropertyValue, in form: ValueForm, of property: PropertyDefinition
  ) throws(Diagnostic) -> [AttributeChange]? {
    guard let name = property.storedAs, let forms else { return nil }
    // An equal value is not stored in a new spelling, since the user does not see the stored form.
    if let old = form.old, (try? read(old, as: property)) == .value(value) { return [] }
    return [.set(key: form.key, value: try forms.text(of: value, as: property, through: name))]
  }
}

extension SceneModel {
  /// Returns the text that users and programs see for a stored text: the text of the decoded value if the property has
  /// a transformer that can decode it, otherwise the stored text.
  package func shown(_ raw: String, _ property: PropertyDefinition) -> String {
    guard property.storedAs != nil, case .value(let value?)? = try? reader.read(Array(raw.utf8), as: property) else {
      return raw
    }
    return String(decoding: value.jsonText, as: UTF8.self)
  }
}

extension PropertyDefinition {
  /// The definition without its transformer, for values of scripts and settings.
  package var inOwnForm: PropertyDefinition {
    guard self.storedAs != nil else { return self }
    var definition = self
    definition.storedAs = nil
    return definition
  }
}
