internal import InspectorKit
internal import JSONText

/// What a plugin says of one object; see `docs` of the worker protocol.
struct RowAnswer {
  /// A property's place in its class, and its value.
  typealias PlacedValue = (place: Int, value: PropertyValue?)

  var effective: [PlacedValue] = []
  var before: [PlacedValue] = []
  var warnings: [HookMessage] = []
  var skipped: [HookMessage] = []
  var refused: [HookMessage] = []

  /// Stored values that break a rule of their property; told only where asked for.
  var invalid: [HookMessage] = []

  /// Set where the plugin ended or hung while it worked on this object.
  var failure: PluginFailure?

  init() {}

  init(failure: PluginFailure) { self.failure = failure }

  /// Reads one object of a reply, which nobody has checked.
  init(_ reader: inout JSONReader, of definition: ComponentDefinition) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "effective") {
        effective = try Self.values(&reader, of: definition)
      } else if JSONString.equals(key, "before") {
        before = try Self.values(&reader, of: definition)
      } else if JSONString.equals(key, "warnings") {
        warnings = try Self.messages(&reader, textKey: "message", of: definition)
      } else if JSONString.equals(key, "skipped") {
        skipped = try Self.messages(&reader, textKey: "reason", of: definition)
      } else if JSONString.equals(key, "refused") {
        refused = try Self.messages(&reader, textKey: "reason", of: definition)
      } else if JSONString.equals(key, "invalid") {
        invalid = try Self.messages(&reader, textKey: "reason", of: definition)
      } else {
        try reader.skipValue()
      }
    }
  }

  private static func values(_ reader: inout JSONReader, of definition: ComponentDefinition) throws -> [PlacedValue] {
    var values: [PlacedValue] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard let place = definition.properties.firstIndex(where: { JSONString.equals(key, $0.name) }) else {
        throw WorkerProtocolError("'\(definition.name)' has no property '\(JSONString.decode(key))'")
      }
      let property = definition.properties[place]
      if reader.peek() == UInt8(ascii: "n") {
        try reader.readNull()
        guard property.isOptional else {
          throw WorkerProtocolError("'\(property.name)' is null, which is not \(property.type)")
        }
        values.append((place, nil))
      } else {
        values.append((place, try PropertyValue(json: &reader, as: property.type)))
      }
    }
    return values
  }

  private static func messages(
    _ reader: inout JSONReader, textKey: String, of definition: ComponentDefinition
  ) throws -> [HookMessage] {
    var messages: [HookMessage] = []
    try reader.beginArray()
    while try reader.nextElement() {
      var message = HookMessage(property: nil, text: "")
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if JSONString.equals(key, "property") {
          message.property = try reader.readString()
        } else if JSONString.equals(key, textKey) {
          message.text = try reader.readString()
        } else {
          try reader.skipValue()
        }
      }
      messages.append(message)
    }
    return messages
  }
}
