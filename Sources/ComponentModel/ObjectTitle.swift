internal import InspectorKit
internal import JSONText
package import SceneDocument
internal import Synchronization

/// The title of an object, for display beside its id: the object's name, a title that its class declares, or a text
/// that the object stores.
///
/// A class may declare a title with the names of properties in braces, such as `{enemy} × {count}`. Otherwise it marks
/// properties as titles with `title: true`; the first of these properties with a stored text is used. If a class marks
/// none, or no plugin knows the class, the stored texts of `text`, `title`, `label` and `placeholder` are used, in this
/// order. No component is built for a title.
public struct ObjectTitle: Hashable, Sendable {
  /// The object's name, the title that its class declares, or the stored text.
  public let text: String

  /// The key of the attribute that stores the text; nil for the object's name, and for a title that the class declares.
  public let property: String?

  package static let standardKeys = ["text", "title", "label", "placeholder"]

  /// The maximum number of terminal columns for a stored text; a longer text is truncated.
  private static let width = 40

  /// The maximum number of terminal columns for a title that a class declares; a longer title is truncated.
  fileprivate static let longest = 60

  /// The title in one line for a terminal: a name without quotes, or the beginning of a stored text in quotes:
  /// `"Follow"`.
  package var shown: String { property == nil ? TerminalText.escaped(text) : quoted(to: Self.width + 2) }

  /// Returns the title in quotes and in one line for a terminal, truncated to `width` columns including the quotes.
  package func quoted(to width: Int) -> String {
    let quoted = TerminalText.escaped(JSON.string(oneLine).text())
    return TerminalText.width(quoted) > width ? TerminalText.truncated(quoted, to: width - 1) + "\"" : quoted
  }

  /// The title in one line for a picture, between typographic quotes.
  package var drawn: String { "“\(property == nil ? text : TerminalText.truncated(oneLine, to: Self.width))”" }

  private var oneLine: String { text.words.joined(separator: " ") }
}

extension SceneModel {
  /// Returns the title of an object; nil if the object has no name and stores no text that can be its title.
  package func title(of node: NodeIndex) -> ObjectTitle? {
    if let name = document.objectName(node), !name.trimmed.isEmpty { return ObjectTitle(text: name, property: nil) }
    let binding = binding(of: node)
    if let binding, let template = binding.titleTemplate {
      let text = text(of: template, node, binding)
      return text.trimmed.isEmpty ? nil : ObjectTitle(text: text, property: nil)
    }
    let attributes = attributes(of: node)
    for key in binding?.titleKeys ?? ObjectTitle.standardKeys {
      if let binding, let place = binding.key(named: key)?.place, let bound = bound(node, binding, at: place) {
        if case .value(.string(let text)?) = bound.cell, !text.trimmed.isEmpty {
          return ObjectTitle(text: text, property: key)
        }
        continue
      }
      if let binding, !binding.transformed.isEmpty, let place = binding.key(named: key)?.place,
        binding.transformed.contains(place)
      {
        guard case .value(.string(let text)?) = storedCell(node, binding, at: place), !text.trimmed.isEmpty else {
          continue
        }
        return ObjectTitle(text: text, property: key)
      }
      guard let raw = attributes[key], raw.first == UInt8(ascii: "\"") else { continue }
      let text = raw.withUnsafeBytes { JSONString.decode(UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast())) }
      if !text.trimmed.isEmpty { return ObjectTitle(text: text, property: key) }
    }
    return nil
  }
}

extension SceneModel {
  /// Returns a declared title with the values of an object: stored values, values of settings, and defaults.
  private func text(of template: TitleTemplate, _ node: NodeIndex, _ binding: ClassBinding) -> String {
    let text = text(of: template, binding) { place in
      binding.value(of: givenCell(node, binding, at: place), at: place)
    }
    return TerminalText.truncated(text, to: ObjectTitle.longest)
  }

  /// Returns a unit with the values of the properties that it names; nil if the result is empty. See ``text(of:_:_:)``
  /// for the parameter `value`.
  func unit(_ template: TitleTemplate, _ binding: ClassBinding, _ value: (Int) -> PropertyValue?) -> String? {
    let unit = text(of: template, binding, value)
    return unit.isEmpty ? nil : unit
  }

  /// Returns a title or a unit in one line, with the labels or texts of the values. Unset values are omitted.
  ///
  /// - Parameter value: returns the value of the property at an index of the class's definition; nil if it is unset.
  func text(of template: TitleTemplate, _ binding: ClassBinding, _ value: (Int) -> PropertyValue?) -> String {
    let parts = template.parts.map { part -> String in
      switch part {
      case .text(let text): return text
      case .property(let name):
        guard let place = binding.place(of: name) else { return "" }
        let value = value(place)
        let label = value.flatMap(binding.definition.properties[place].valueNames.label)
        if let label { return label }
        return if case .string(let text)? = value { text } else { value?.text ?? "" }
      }
    }
    return parts.joined().words.joined(separator: " ")
  }
}

extension ClassBinding {
  /// The title that the class declares for its objects; nil if it declares none.
  var titleTemplate: TitleTemplate? { titleTexts.withLock { $0.orMake { definition.title.map(TitleTemplate.init) } } }

  /// Returns the keys whose stored texts can title an object of the class, in order of precedence.
  func makeTitleKeys() -> [String] {
    let marked = definition.properties.indices.filter { definition.properties[$0].isTitle }
    let own = marked.filter { !definition.properties[$0].isOfExtension }
    let added = marked.filter { definition.properties[$0].isOfExtension }
    guard own.isEmpty else { return (own + added).flatMap(keys) }
    return ObjectTitle.standardKeys.flatMap { name in
      guard let place = key(named: name)?.place else { return [name] }
      return types[place] == .string ? keys(at: place) : []
    } + added.flatMap(keys)
  }
}
