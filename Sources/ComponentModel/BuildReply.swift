package import InspectorKit
package import JSONText

/// A value that an extension's setter wrote to a property of the extended object.
package struct ExtensionWrite: Hashable {
  package var place: Int
  package var value: PropertyValue?

  /// The name of the extension whose setter wrote the value.
  package var extensionName: String

  /// The extension's properties whose stored values were passed to its setters.
  package var causes: [String]
}

/// A plugin's reply about one object. The article on the worker protocol describes its members.
package struct BuildReply {
  /// The index of a property among the properties of its class, and a value of the property; nil for unset.
  package typealias PlacedValue = (place: Int, value: PropertyValue?)

  /// The contents of the reply; nil if the reply reports nothing, as is usual.
  private var remarks: Remarks?

  private final class Remarks {
    var effective: [PlacedValue] = []
    var before: [PlacedValue] = []
    var warnings: [HookMessage] = []
    var skipped: [HookMessage] = []
    var refused: [HookMessage] = []
    var invalid: [HookMessage] = []
    var lifecycle: [LifecycleStep] = []
    var assigned: [PlacedValue] = []
    var writes: [ExtensionWrite] = []
    var drawing: DisplayList?
    var pictureProblem: String?
    var passed: [String]?

    /// Sentences about the parts that the plugin omitted from the drawing.
    var leftOut: [String] = []
    var failure: PluginFailure?

    /// Reads a drawing. If the drawing is malformed, stores the reason in `pictureProblem`; the reply remains valid
    /// without a picture. Throws an error if the member is not JSON.
    func readDrawing(_ reader: inout JSONReader) throws {
      let raw = try reader.rawValue()
      var drawing = JSONReader(raw)
      do {
        self.drawing = try DisplayList(reading: &drawing)
      } catch {
        pictureProblem = PluginText.capped("\(error)")
      }
    }
  }

  /// True if the plugin had nothing to report.
  package var isSilent: Bool { remarks == nil }

  /// The effective values that differ from the stored ones or, for properties without a stored value, from the
  /// defaults.
  package var effective: [PlacedValue] { remarks?.effective ?? [] }

  /// The effective values before an edit that differed from the stored ones or, for properties without a stored value,
  /// from the defaults. The values that replaced stored values rejected by hooks are included.
  package var before: [PlacedValue] { remarks?.before ?? [] }
  package var warnings: [HookMessage] { remarks?.warnings ?? [] }

  /// The messages about stored values that hooks rejected. The component uses the property's default instead of each
  /// such value.
  package var skipped: [HookMessage] { remarks?.skipped ?? [] }

  /// Returns the effective values that differ from the stored ones, including defaults in place of rejected values.
  package func valuesBesideStored(_ binding: ClassBinding) -> [PlacedValue] {
    let rejected = Set(skipped.compactMap { $0.property.flatMap(binding.place(of:)) })
    let defaults = rejected.subtracting(effective.map(\.place)).sorted().map { place in
      PlacedValue(place: place, value: binding.definition.properties[place].defaultValue)
    }
    return effective + defaults
  }

  /// The messages of hooks that rejected an edit; empty if none did.
  package var refused: [HookMessage] { remarks?.refused ?? [] }

  /// The messages about stored values that break a rule of their property; empty unless the request asks for
  /// validation.
  package var invalid: [HookMessage] { remarks?.invalid ?? [] }

  /// The lifecycle steps; empty unless the request asks for them and the plugin can report them.
  package var lifecycle: [LifecycleStep] { remarks?.lifecycle ?? [] }

  /// The property values that an action assigned, for the document to store.
  package var assigned: [PlacedValue] { remarks?.assigned ?? [] }

  /// The component's picture; nil if the request asked for none, or if the plugin's drawing is malformed.
  package var drawing: DisplayList? { remarks?.drawing }

  /// Sentences about the parts that the drawing omits because they exceed a limit.
  package var leftOut: [String] { remarks.map { $0.leftOut + ($0.drawing?.notes ?? []) } ?? [] }

  /// The reason why the plugin's drawing is malformed; nil if the drawing is valid, or if the reply has no drawing.
  package var pictureProblem: String? { remarks?.pictureProblem }

  /// The component's messages about a touch that it lets pass; nil if the request has no touch, or if the component
  /// handles the touch.
  package var passed: [String]? { remarks?.passed }

  /// The values that extensions wrote to the object's own properties.
  package var writes: [ExtensionWrite] { remarks?.writes ?? [] }

  /// Returns the name of the class or the extension whose code computed a property's effective value.
  package func author(ofValueAt place: Int, _ binding: ClassBinding) -> String {
    if let write = writes.last(where: { $0.place == place }) { return write.extensionName }
    let property = binding.definition.properties[place]
    return place < binding.built.properties.count ? binding.definition.name : property.declaringClass
  }

  /// The reason why the object's component could not be built; nil if it was built.
  package var failure: PluginFailure? { remarks?.failure }

  package init() {}

  /// Creates a copy of a component's reply with different effective values and messages.
  ///
  /// - Parameter answer: the component's reply. The copy keeps its lifecycle steps, picture, passed touch and messages
  ///   about invalid values.
  package init(
    _ answer: BuildReply, effective: [PlacedValue], before: [PlacedValue] = [], warnings: [HookMessage],
    skipped: [HookMessage], writes: [ExtensionWrite]
  ) {
    let remarks = Remarks()
    (remarks.effective, remarks.before) = (effective, before)
    (remarks.warnings, remarks.skipped, remarks.writes) = (warnings, skipped, writes)
    (remarks.invalid, remarks.lifecycle) = (answer.invalid, answer.lifecycle)
    (remarks.drawing, remarks.pictureProblem) = (answer.drawing, answer.pictureProblem)
    (remarks.leftOut, remarks.passed) = (answer.remarks?.leftOut ?? [], answer.passed)
    self.remarks = remarks
  }

  package init(failure: PluginFailure) {
    let remarks = Remarks()
    remarks.failure = failure
    self.remarks = remarks
  }

  /// Reads the part of a plugin's reply that concerns one object. Throws an error if that part is malformed.
  package init(_ reader: inout JSONReader, of definition: ComponentDefinition) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let remarks = remarks ?? Remarks()
      self.remarks = remarks
      if JSONString.equals(key, "effective") {
        remarks.effective = try Self.values(&reader, of: definition)
      } else if JSONString.equals(key, "writes") {
        remarks.assigned = try Self.values(&reader, of: definition)
      } else if JSONString.equals(key, "before") {
        remarks.before = try Self.values(&reader, of: definition)
      } else if JSONString.equals(key, "warnings") {
        remarks.warnings = try Self.messages(&reader, textKey: "message", most: PluginText.listLimit)
      } else if JSONString.equals(key, "skipped") {
        remarks.skipped = try Self.messages(&reader, textKey: "reason")
      } else if JSONString.equals(key, "refused") {
        remarks.refused = try Self.messages(&reader, textKey: "reason")
      } else if JSONString.equals(key, "invalid") {
        remarks.invalid = try Self.messages(&reader, textKey: "reason")
      } else if JSONString.equals(key, "lifecycle") {
        var steps = LifecycleReader(definition)
        remarks.lifecycle = try steps.read(&reader)
      } else if JSONString.equals(key, "drawing") {
        try remarks.readDrawing(&reader)
      } else if JSONString.equals(key, "passes") {
        remarks.passed = PluginText.capped(try reader.readStrings())
      } else if JSONString.equals(key, "left") {
        remarks.leftOut = PluginText.capped(try reader.readStrings())
      } else {
        try reader.skipValue()
      }
    }
  }

  private static func values(_ reader: inout JSONReader, of definition: ComponentDefinition) throws -> [PlacedValue] {
    var values: [PlacedValue] = []
    var places = PropertyPlaces(definition)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard let place = places.place(of: key) else {
        throw StatedProblem("'\(definition.name)' has no property '\(JSONString.decode(key))'")
      }
      values.append((place, try value(&reader, of: definition.properties[place], in: definition)))
    }
    return values
  }

  private static func value(
    _ reader: inout JSONReader, of property: PropertyDefinition, in definition: ComponentDefinition
  ) throws(StatedProblem) -> PropertyValue? {
    let words: String
    do {
      if property.isOptional, reader.peek() == UInt8(ascii: "n") {
        try reader.readNull()
        return nil
      }
      return try PropertyValue(json: &reader, as: property.type)
    } catch let error as PropertyValueError {
      words = error.description
    } catch let error as JSONSyntaxError where error.kind == .syntax && ![.string, .bool].contains(property.type) {
      words = "expected a value with finite numbers, found \(error.found)"
    } catch let error as JSONSyntaxError {
      words = error.wordsOfReply
    } catch {
      words = "\(error)"
    }
    throw StatedProblem("the value of '\(definition.name).\(property.name)': \(words)")
  }

  /// Reads a list of messages.
  ///
  /// - Parameter most: the maximum number of messages to keep, since a plugin may send any number of warnings. If the
  ///   list has more, a further message reports the number of omitted ones.
  private static func messages(
    _ reader: inout JSONReader, textKey: String, most: Int = .max
  ) throws -> [HookMessage] {
    var messages: [HookMessage] = []
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      count += 1
      var message = HookMessage(property: nil, text: "")
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if JSONString.equals(key, "property") {
          message.property = PluginText.capped(try reader.readString())
        } else if JSONString.equals(key, textKey) {
          message.text = PluginText.capped(try reader.readString())
        } else {
          try reader.skipValue()
        }
      }
      if count <= most { messages.append(message) }
    }
    if count > most { messages.append(HookMessage(property: nil, text: PluginText.rest(count))) }
    return messages
  }
}

/// A table that finds the index of a property in its class by a key of a reply. The search is fast if the keys follow
/// the order of declaration, as in most replies.
private struct PropertyPlaces {
  private let properties: [PropertyDefinition]
  private var next = 0

  /// The number of failed name comparisons so far. Above a limit, a lookup table is built.
  private var misses = 0
  private var table: [String: Int]?

  init(_ definition: ComponentDefinition) { properties = definition.properties }

  mutating func place(of key: UnsafeRawBufferPointer) -> Int? {
    if let table { return table[JSONString.decode(key)] }
    for step in properties.indices {
      let place = next + step < properties.count ? next + step : next + step - properties.count
      guard JSONString.equals(key, properties[place].name) else { continue }
      next = place + 1
      misses += step
      if misses > 8 * properties.count {
        table = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      }
      return place
    }
    return nil
  }
}
