package import InspectorKit
internal import JSONText
internal import SceneDocument

/// An assignment resolved for one class, with its property, its component and a typed value. The edits of all objects
/// of the class share it.
package final class PlannedAssignment {
  package let place: Int
  package let property: PropertyDefinition

  /// The component, such as `x` if the user named `frame.x`; nil for a whole value.
  package let component: String?

  /// The property's name, or `frame.x` for a component of it.
  let target: String
  package let operation: Assignment.Operation

  /// The alias in a reset by alias; nil for any other assignment. If an object stores the property under a different
  /// key, the reset removes only the alias.
  let otherKey: String?

  /// True if the assignment belongs to an edit script. Messages then use the notation of scripts.
  private let isInScript: Bool

  /// The value that the assignment sets, parsed once for all objects; nil for arithmetic, unset and reset.
  package private(set) var typed: TypedValue?

  /// The computation of `+=`, `-=`, `*=` and `/=`; nil for other operations.
  package private(set) var arithmetic: Arithmetic?

  /// The changes of attributes that are the same for all objects; nil if they depend on the text that an object stores.
  let fixedChange: [AttributeChange]?

  /// Resolves an assignment for a class; nil if the class has no such property.
  ///
  /// - Throws: an error if the assignment is refused for every object of the class, such as for a value of a wrong
  ///   type.
  init?(_ assignment: Assignment, for binding: ClassBinding, reader: StoredValueReader) throws(Diagnostic) {
    guard let reference = PropertyPath(assignment.name, of: binding) else {
      if let path = LayoutPath(assignment.name, of: binding.definition) {
        throw Diagnostic(ValueRefusal.layoutReadOnly(path.frameName, from: path.attribute))
      }
      return nil
    }
    let (place, component) = (reference.place, reference.component)
    self.place = place
    self.component = component
    target = [binding.definition.properties[place].name, component].compactMap(\.self).joined(separator: ".")
    isInScript = assignment.isInScript
    otherKey = if case .reset = assignment.operation { binding.key(named: assignment.name)?.aliasName } else { nil }
    property = binding.definition.properties[place]
    switch assignment.operation {
    case .json("null"), .exact("null"): operation = .unset
    case .json(let text):
      operation = .set(text)
      typed = try Self.read(json: Array(text.utf8), of: property.inOwnForm, component: component, reader: reader)
    case .exact(let text):
      operation = assignment.operation
      guard component == nil else { throw Diagnostic(ValueRefusal.partHasNoForm(assignment.name)) }
      typed = try Self.read(stored: Array(text.utf8), under: assignment.name, at: place, binding, reader: reader)
    case .set(let text):
      operation = assignment.operation
      typed = try Self.read(
        text, of: property, component: component, reader: reader, isInScript: assignment.isInScript)
    default: operation = assignment.operation
    }
    guard !property.isReadOnly else { throw Diagnostic(ValueRefusal.readOnly(property.name)) }
    // The stored key may be a former name, so it can differ between objects.
    if case .exact(let text) = operation, property.otherKeys.isEmpty {
      fixedChange = [.set(key: property.name, value: Array(text.utf8))]
      return
    }
    let isScalar =
      component == nil && ComponentValue.names(of: property.type).isEmpty && property.otherKeys.isEmpty
      && property.storedAs == nil
    let form = ValueForm(type: property.type, key: property.name, old: nil)
    fixedChange = isScalar ? typed.map { form.changes(storing: $0) } : nil
    switch operation {
    case .set, .json, .exact: break
    case .add, .subtract, .multiply, .divide: arithmetic = try readArithmetic()
    case .unset, .reset: try checkRemoval()
    }
  }

  /// True if the assignment sets the same property in each object; false for a reset of an alias, whose effect depends
  /// on the keys that the object stores.
  package var isUniform: Bool { otherKey == nil }

  /// Reads a value that a user types, such as `4.5` or `Half`; throws an error if the property or component refuses it.
  package static func read(
    _ text: String, of property: PropertyDefinition, component: String?, reader: StoredValueReader, isInScript: Bool
  ) throws(Diagnostic) -> TypedValue {
    if component == nil, let value = property.valueNames.value(meantBy: text.trimmed) {
      return TypedValue(value: value, text: value.text)
    }
    let typed: TypedValue
    let isColor = property.type == .color && component == nil
    let typedText = isColor ? text.trimmed : Self.withoutUnit(text, of: property)
    // A foreign document stores the colour instead of a name that it does not know.
    let text = isColor ? reader.palette.text(typed: typedText) ?? typedText : typedText
    if isColor, let color = try reader.color(named: text, of: property) {
      try reader.check(color, for: property)
      return TypedValue(value: color, text: text, isName: true)
    }
    do throws(PropertyValueError) {
      let value = try PropertyValue(parsing: text, as: component == nil ? property.type : .double)
      if property.type == .string, let json = Self.jsonString(text) {
        typed = TypedValue(value: value, json: json)
      } else {
        typed = TypedValue(
          value: value, text: text, isName: isColor && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic })
      }
    } catch {
      if component == nil, text == "null" || text == "nil" {
        throw Diagnostic(ValueRefusal.typedNull(text, property, isInScript: isInScript))
      }
      if let problem = Self.wrongUnit(text, of: property, component) { throw problem }
      guard component != nil || property.options.isEmpty else {
        throw Diagnostic(ValueRefusal.noOption(property.name, .string(text), property.options))
      }
      if component == nil, let flags = property.flags {
        throw Diagnostic(ValueRefusal.noFlag(property.name, text, flags))
      }
      throw reader.problem(error, of: property, component)
    }
    if component == nil { try reader.check(typed.value, for: property) }
    return typed
  }

  /// Returns the bytes of a text that is a valid JSON string; nil for any other text.
  private static func jsonString(_ text: String) -> [UInt8]? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
    let bytes = Array(text.utf8)
    return (try? bytes.withUnsafeBytes { try JSONSyntax.validate($0) }).map { bytes }
  }

  /// Reads a text in the stored form for one of a property's names: the given name or, failing that, any other name,
  /// since objects may use different names. Throws an error if the text is invalid in all these forms.
  private static func read(
    stored text: [UInt8], under name: String, at place: Int, _ binding: ClassBinding, reader: StoredValueReader
  ) throws(Diagnostic) -> TypedValue {
    do throws(Diagnostic) {
      return try read(json: text, of: binding.property(at: place, under: name), component: nil, reader: reader)
    } catch {
      for key in binding.hasSeveralForms(place) ? binding.keys(at: place) : [] {
        let form = binding.property(at: place, under: key)
        if let typed = try? read(json: text, of: form, component: nil, reader: reader) { return typed }
      }
      throw error
    }
  }

  /// Parses a value that is written as JSON, as in scenes; throws an error if the property or component refuses the
  /// value.
  private static func read(
    json: [UInt8], of property: PropertyDefinition, component: String?, reader: StoredValueReader
  ) throws(Diagnostic) -> TypedValue {
    guard !property.isReadOnly else { throw Diagnostic(ValueRefusal.readOnly(property.name)) }
    if let component {
      guard let number = json.withUnsafeBytes({ JSONNumber.double($0) }) else {
        throw Diagnostic(
          ValueRefusal.needsNumber("\(property.name).\(component)", found: String(decoding: json, as: UTF8.self)))
      }
      return TypedValue(value: .double(number), text: String(decoding: json, as: UTF8.self))
    }
    if let value = json.withUnsafeBytes({ reader.value(ofLabel: $0, of: property) }) {
      return TypedValue(value: value, text: value.text)
    }
    let json = property.type == .color ? reader.colorText(for: json) ?? json : json
    do throws(Diagnostic) {
      guard case .value(let value?) = try reader.read(json, as: property) else {
        throw Diagnostic(ValueRefusal.needsValue(property.name))
      }
      if reader.formerOption(json, of: property) != nil { return TypedValue(value: value, text: value.text) }
      return TypedValue(value: value, json: json)
    } catch {
      var error = error
      if case .unreadable(_, let reason)? = error.reason.base as? ValueRefusal,
        let mismatch = reason.base as? PropertyValueError, case .mismatch(let type, let found) = mismatch,
        type == .int || type == .double, mayBeArithmetic(found)
      {
        error.reason = AnyRefusal(ValueRefusal.mayBeArithmetic(property.name, mismatch))
      }
      throw error
    }
  }

  /// Returns true if a value in place of a number may be meant as arithmetic, such as `"+=2"` or `{"increase": 2}`.
  private static func mayBeArithmetic(_ found: FoundValue) -> Bool {
    switch found {
    case .object: true
    case .string(let text): text.first.map("+-*/".contains) ?? false
    case .null, .bool, .number, .array: false
    }
  }

  /// Returns the text without its unit: `12pt` and `12 pt` mean 12 if the property's unit is `pt`.
  static func withoutUnit(_ text: String, of property: PropertyDefinition) -> String {
    guard let unit = property.unit, property.unitTemplate == nil, text.ends(with: unit) else { return text }
    let number = text.utf8.dropLast(unit.utf8.count)
    guard let last = number.lastIndex(where: { $0 != 0x20 }), isNumber(number[last]) else { return text }
    return String(text[...last])
  }

  /// Returns the error for a number in a unit other than the property's, such as `70 °F` for `°C`; nil if the text is
  /// not a number with a unit, or if the property has no unit.
  private static func wrongUnit(
    _ text: String, of property: PropertyDefinition, _ component: String?
  ) -> Diagnostic? {
    guard let unit = property.unit, let end = text.utf8.lastIndex(where: isNumber) else { return nil }
    let number = String(text[...end])
    let typed = text[text.utf8.index(after: end)...].trimmed
    guard !typed.isEmpty, (try? PropertyValue(parsing: number, as: component == nil ? property.type : .double)) != nil
    else { return nil }
    if let other = property.unitTemplate?.properties.first {
      return Diagnostic(ValueRefusal.chosenUnit(property.name, by: other, number: number))
    }
    return Diagnostic(ValueRefusal.otherUnit(property.name, typed: typed, unit: unit, number: number))
  }

  /// Returns true if a byte can end a number.
  private static func isNumber(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == UInt8(ascii: ".") }

  private func readArithmetic() throws(Diagnostic) -> Arithmetic? {
    guard let (sign, typed) = operation.arithmetic else { return nil }
    let operand = Self.withoutUnit(typed, of: property).trimmed
    guard component != nil || property.type == .int || property.type == .double else {
      throw Diagnostic(ValueRefusal.notArithmetic(property, sign: word(sign), remedy: remedy(sign, operand)))
    }
    if component == nil, let flags = property.flags, !flags.isEmpty {
      let named = property.valueNames.value(meantBy: operand)
      guard case .int(let bits)? = named ?? (try? PropertyValue(parsing: operand, as: .int)) else {
        throw Diagnostic(ValueRefusal.noFlag(property.name, operand, flags))
      }
      if let arithmetic = Arithmetic(operation, bits: bits) { return arithmetic }
      throw Diagnostic(ValueRefusal.flagsOnlyAdd(property.name, operand))
    }
    if let arithmetic = Arithmetic(operation, operand: operand), arithmetic.isFinite || property.type == .int {
      return arithmetic
    }
    if let problem = Self.wrongUnit(operand, of: property, component ?? "") { throw problem }
    do throws(PropertyValueError) {
      _ = try PropertyValue(parsing: operand, as: .double)
    } catch .notFinite(let type, let member, let found) {
      throw Diagnostic(ValueRefusal.infiniteOperand(.notFinite(type, member: member, found: found)))
    } catch {}
    throw Diagnostic(ValueRefusal.operandIsNoNumber(operand, example: "\(property.name)\(sign)2"))
  }

  /// Returns the part of a message that suggests what to write instead of arithmetic on a whole value.
  private func remedy(_ sign: String, _ operand: String) -> String {
    let components = ComponentValue.names(of: property.type)
    guard let first = components.first else { return isInScript ? "give it a value" : "set it with '='" }
    if (try? PropertyValue(parsing: operand, as: .double)) != nil {
      return "name a component, such as '\(change(first, sign, operand))'"
    }
    guard property.type != .color, let value = try? PropertyValue(parsing: operand, as: property.type) else {
      return
        "name a component and a number, such as '\(change(first, sign, property.type == .color ? "0.5" : "2"))'"
    }
    let parts = zip(components, ComponentValue.numbers(of: value)).map { name, number in
      "'\(change(name, sign, JSONNumber.text(number)))'"
    }
    return "write \(parts.dropLast().joined(separator: ", ")) and \(parts.last ?? "")"
  }

  /// Returns an operator in the assignment's notation: `+=`, or `add` in a script.
  private func word(_ sign: String) -> String {
    let words = ["+=": "add", "-=": "subtract", "*=": "multiply", "/=": "divide"]
    return isInScript ? words[sign] ?? sign : sign
  }

  /// Returns arithmetic on a component in the assignment's notation: `frame.x+=8`, or `"frame.x": {"add": 8}`.
  private func change(_ component: String, _ sign: String, _ operand: String) -> String {
    let name = "\(property.name).\(component)"
    return isInScript ? "\"\(name)\": {\"\(word(sign))\": \(operand)}" : "\(name)\(sign)\(operand)"
  }

  /// Throws an error if the property is required, since a reset would leave it without a value.
  func checkReset() throws(Diagnostic) {
    guard !property.isRequired else { throw Diagnostic(ValueRefusal.required(property.name)) }
  }

  private func checkRemoval() throws(Diagnostic) {
    guard component == nil else { throw Diagnostic(ValueRefusal.removedPart(of: property.name)) }
    // The effect of a reset depends on the object: a template may store a value, or an alias is reset. Each object's
    // edit therefore makes this check.
    guard case .unset = operation else { return }
    try checkReset()
    if !property.isOptional { throw Diagnostic(ValueRefusal.notOptional(property)) }
  }
}
