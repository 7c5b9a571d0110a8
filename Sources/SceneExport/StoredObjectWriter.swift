package import InspectorKit
internal import JSONText
package import SceneDocument

/// A fast writer of bundle objects, which copies values from the document's bytes. It writes only objects without
/// omitted values, which are most objects.
package struct StoredObjectWriter {
  private let model: SceneModel
  private let isEffective: Bool
  private var sources: BundleSources

  /// The writers by class number, made on first use. An inner nil marks a class whose objects this writer cannot write.
  private var classes: [ClassWriter??]

  package init(_ model: SceneModel, isEffective: Bool) {
    (self.model, self.isEffective) = (model, isEffective)
    sources = BundleSources(model.document)
    classes = Array(repeating: nil, count: model.document.classNames.count)
  }

  /// Appends an object's text and returns the number of its attributes. Returns nil if the bundle may have to omit and
  /// report a part of the object; the caller then discards the bytes appended by this call.
  package mutating func write(
    _ node: NodeIndex, _ answers: (answer: BuildReply, alone: BuildReply?), to bytes: inout [UInt8]
  ) -> Int? {
    let answer = answers.answer
    guard answers.alone == nil, !isEffective || answer.writes.isEmpty,
      answer.isSilent || answer.failure == nil && answer.skipped.isEmpty && answer.invalid.isEmpty,
      let writer = writer(ofClass: model.document.classID(node)), model.document.reservedKeys(node).isEmpty,
      !model.document.hasRuntimeAttributes(node), let id = model.document.idText(node)
    else { return nil }
    return writer.write(node, id, isEffective ? answer.effective : [], sources.source(of: node), to: &bytes)
  }

  private mutating func writer(ofClass classID: Int) -> ClassWriter? {
    if let known = classes[classID] { return known }
    var writer: ClassWriter?
    if case .known(let binding) = model.meaning(ofClass: classID) {
      writer = ClassWriter(model, binding, isEffective: isEffective)
    }
    classes[classID] = .some(writer)
    return writer
  }
}

/// A writer of the objects of one class.
private final class ClassWriter {
  private let rows: RowWriter
  private let binding: ClassBinding
  private let afterID: [UInt8]

  /// The attributes, in the order in which they are applied.
  private let attributes: [Attribute]

  private struct Attribute {
    let place: Int
    let type: PropertyType
    let isRequired: Bool
    let isOptional: Bool
    let beforeValue: [UInt8]
    let afterValue: [UInt8]
  }

  init(_ model: SceneModel, _ binding: ClassBinding, isEffective: Bool) {
    self.binding = binding
    rows = RowWriter(model, binding)
    afterID = BundleObject.afterID(binding.definition.name)
    attributes = binding.definition.applyOrder.compactMap { place in
      let property = binding.definition.properties[place]
      guard property.isCarried(isEffective: isEffective) else { return nil }
      return Attribute(
        place: place, type: property.type, isRequired: property.isRequired, isOptional: property.isOptional,
        beforeValue: BundleAttribute.beforeValue(property.name, property.type),
        afterValue: BundleAttribute.afterValue(extension: property.extensionName))
    }
  }

  /// Appends an object's text and returns the number of its attributes; nil if a bundle cannot represent all values.
  ///
  /// - Parameters:
  ///   - effective: the effective values that differ from the stored ones; empty to write stored values only.
  ///   - source: the object of which the object is an instance; nil for an object of no instance.
  func write(
    _ node: NodeIndex, _ id: UnsafeRawBufferPointer, _ effective: [BuildReply.PlacedValue],
    _ source: BundleObject.Source?, to bytes: inout [UInt8]
  ) -> Int? {
    guard !rows.findings(of: node).isRemarkable else { return nil }
    append(id: id, to: &bytes)
    var count = 0
    for number in attributes.indices {
      let place = attributes[number].place
      let slice = rows.slice(at: place)
      if attributes[number].isRequired, slice == nil || slice?.first == UInt8(ascii: "n") { return nil }
      let other = effective.isEmpty ? nil : effective.last { $0.place == place }
      guard slice != nil || other.map({ $0.value != binding.definition.properties[place].defaultValue }) ?? false else {
        continue
      }
      if count > 0 { bytes.append(UInt8(ascii: ",")) }
      count += 1
      bytes += attributes[number].beforeValue
      if let other {
        guard append(other.value, number, to: &bytes) else { return nil }
      } else if let slice {
        guard PropertyValue.appendBundleJSON(of: slice, as: attributes[number].type, to: &bytes) else { return nil }
      }
      bytes += attributes[number].afterValue
    }
    bytes += BundleObject.end(source)
    return count
  }

  /// Appends an effective value. Returns false if a bundle cannot represent the value.
  private func append(_ value: PropertyValue?, _ number: Int, to bytes: inout [UInt8]) -> Bool {
    guard let value else {
      bytes += Array("null".utf8)
      return attributes[number].isOptional
    }
    guard value.type == attributes[number].type, value.problem == nil else { return false }
    value.appendBundleJSON(to: &bytes)
    return true
  }

  private func append(id: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes += Array(#"{"id":"#.utf8)
    if id.contains(UInt8(ascii: "\\")) {
      JSONString.append(JSONString.decode(id), quotedTo: &bytes)
    } else {
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: id)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += afterID
  }
}

extension PropertyDefinition {
  /// Returns true if a bundle may contain the property. A bundle of effective values omits read-only properties and
  /// properties with a setter or getter of an extension, since the other values already include the results of that
  /// code.
  package func isCarried(isEffective: Bool) -> Bool {
    !isEffective || !self.isReadOnly && !(isOfExtension && (isObserved || isComputed))
  }

  /// The extension that adds the property; nil if the class itself declares it.
  package var extensionName: String? { isOfExtension ? declaringClass : nil }
}
