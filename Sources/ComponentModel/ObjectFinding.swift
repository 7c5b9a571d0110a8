package import InspectorKit
package import JSONText
package import SceneDocument

/// A problem of an object, or a fact worth knowing about it, independent of its component's messages.
package enum ObjectFinding: Refusal {
  /// No plugin knows the class, so objects are inspected as a base class. The argument `objects` is the subject of the
  /// message with its verb, such as `'star' is` or `its 7 objects are`.
  case inspectedAs(String, className: String, objects: String)
  case unknownClass(String, objects: String, suggestion: String?)

  /// A scene stores a former name of a class. The argument `objects` is as for ``inspectedAs``.
  case formerClass(String, now: String, objects: String)
  /// A stored key is ignored, because the stored key `carrier` belongs to the same property and takes precedence. If
  /// the value of `carrier` is refused, the property has its default.
  indirect case shadowed(String, of: PropertyDefinition, carrier: String, isCarrierRefused: Bool)
  case former(String, of: String)
  /// A stored value is a former value of an option. The arguments are that value, the option and the property's name.
  case formerOption(PropertyValue, now: PropertyValue, of: String)
  case deprecated(String, reason: String)
  case missing(FindingPlace)
  case inactive(PropertyNote)
  case storedInactive(FindingPlace, PropertyNote)
  case boundInactive(FindingPlace, PropertyNote)
  case clipped(String, typed: String, Color)
  /// Objects have no frame or an empty one, although their class has a frame.
  case frameless(FramelessObjects)
  case unusedColor(String, suggestion: String?)
  /// An edit removes a colour from the scene's own palette, but another document defines the same name. Uses of the
  /// name then have that document's colour.
  case colorBeneath(String, file: String, uses: Int)
  /// A new colour of a palette document has a name similar to that of another colour.
  case newColor(String, suggestion: String)
  /// Stored colours differ from a colour that is extracted to the palette, but are equal to it when rounded to 8 bits.
  case similarColors(String, count: Int)
  /// No plugin declares the given properties of a class, so their new values are not checked.
  case notChecked([String], className: String)
  /// An edit does not update the members that a foreign document's program computes from the edited property.
  case notComputed([String], from: String)
  case notImplemented(String)
  case notEdited(String, key: String)
  case twice(AnyRefusal, first: SourcePosition)

  package var code: DiagnosticCode {
    switch self {
    case .inspectedAs, .unknownClass: .unknownClass
    case .formerClass: .classAlias
    case .shadowed, .former, .formerOption: .propertyAlias
    case .deprecated: .propertyDeprecated
    case .missing: .valueRequired
    case .inactive, .storedInactive, .boundInactive: .propertyInactive
    case .notChecked: .unknownProperty
    case .notComputed: .formatStale
    case .clipped: .valueClipped
    case .frameless: .frameNone
    case .unusedColor, .newColor: .paletteUnused
    case .colorBeneath: .paletteUsed
    case .similarColors: .paletteSimilar
    case .notImplemented, .notEdited: .sceneReserved
    case .twice(let reason, _): reason.code
    }
  }

  package var message: String {
    switch self {
    case .inspectedAs(let base, let className, let objects):
      "no plugin knows the class '\(className)'; \(objects) inspected as '\(base)'"
    case .formerClass(let name, let present, let objects):
      "'\(name)' is a former name of the class '\(present)', as which \(objects) read; 'inspector upgrade' writes the current name"
    case .unknownClass(let name, let objects, let suggestion):
      "no plugin knows the class '\(name)'; \(objects) shown as stored and not checked\(DidYouMean.suffix(suggestion))"
    case .shadowed(let key, let property, let carrier, let isCarrierRefused):
      Self.shadowed(key, of: property, by: carrier, isCarrierRefused: isCarrierRefused)
    case .former(let key, let name):
      "'\(key)' is a former name of '\(name)'; 'inspector upgrade' writes the current name"
    case .formerOption(let value, let present, let name):
      "'\(value.text)' is a former value of '\(name)', now '\(present.text)'; 'inspector upgrade' writes the current value"
    case .deprecated(let name, let reason): "'\(name)' is deprecated: \(reason)"
    case .missing(let place): "\(place.quoted) is required and has no value; set one"
    case .inactive(let note): note.text
    case .storedInactive(let place, let note): "\(place.quoted) is stored, but \(note.text)"
    case .boundInactive(let place, let note): "\(place.quoted) is bound to a setting, but \(note.text)"
    case .clipped(let name, let text, let color):
      "'\(name)': '\(text)' is outside sRGB and is clipped to \(color.shortText)"
    case .frameless(let objects): objects.message
    case .similarColors(let color, let count):
      "\(pluralised(count, "other attribute")) \(count == 1 ? "stores a colour that looks" : "store colours that look") like \(color) but \(count == 1 ? "differs" : "differ") from it in further digits; run 'replace \(color) \(color)' first to make them equal"
    case .unusedColor(let name, nil):
      "no attribute uses the palette colour '\(name)' yet; 'palette extract' replaces a stored colour with a palette name"
    case .colorBeneath(let name, let file, let count):
      "without this entry, '\(name)' is the colour of '\(file)'; \(pluralised(count, "attribute")) \(count == 1 ? "uses" : "use") it"
    case .newColor(let name, let suggestion):
      "'\(name)' is a new colour of the palette document\(DidYouMean.suffix(suggestion))"
    case .unusedColor(let name, let suggestion):
      "no attribute uses the new palette colour '\(name)'\(DidYouMean.suffix(suggestion))"
    case .notChecked(let names, let className):
      "no plugin declares \(names.map { "'\($0)'" }.joined(separator: ", ")) of '\(className)', so the new values are not checked"
    case .notComputed(let members, let name):
      "\(members.map { "'\($0)'" }.joined(separator: ", ")) \(members.count == 1 ? "depends" : "depend") on '\(name)'; the program that wrote the file computes \(members.count == 1 ? "it" : "them") again when it saves the file"
    case .notImplemented(let key): "'\(key)' is reserved for a later version; it is kept as it is"
    case .notEdited(let id, let key): "'\(id)' is not edited, since its key '\(key)' is reserved for a later version"
    case .twice(let reason, let first): "\(reason.message); the first is at \(first)"
    }
  }

  package var suggestion: String? {
    if case .unknownClass(_, _, let name) = self { name } else { nil }
  }

  private static func shadowed(
    _ key: String, of property: PropertyDefinition, by carrier: String, isCarrierRefused: Bool
  ) -> String {
    let meaning = "'\(key)' is \(property.otherNames.contains(key) ? "another" : "a former") name of '\(property.name)'"
    let wins = carrier == property.name ? ", which is also stored and wins" : "; '\(carrier)' is also stored and wins"
    // If the value of `carrier` is refused, neither removing `key` nor a reset would keep the valid value.
    let remedy =
      isCarrierRefused
      ? ", though its value is refused; remove '\(carrier)' from the file, since a reset removes both"
      : "; remove '\(key)'"
    return meaning + wins + remedy
  }
}

/// An object or one of its properties, for use in a message.
package struct FindingPlace: Hashable, Sendable {
  private let object: String
  private let property: String?

  package init(_ object: String, _ property: String? = nil) { (self.object, self.property) = (object, property) }

  /// The place in quotes: `'ID.PROPERTY'`, or `'ID'` for the whole object.
  package var quoted: String { "'\(object)\(property.map { ".\($0)" } ?? "")'" }
}
