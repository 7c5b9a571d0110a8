internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The conditions of a selector's compound, resolved for the objects of one class.
struct ClassTests {
  /// One condition of the compound.
  enum Test {
    /// No object of the class can fulfil the condition.
    case never
    /// A value or `null`, valid or not, is stored for a property, or under a key that no plugin knows. A component such
    /// as `frame.x` counts as stored if the stored value has that number.
    case isStored(PropertyPath?, key: String)
    case isNull(PropertyPath?, key: String)
    /// A stored value fulfils the comparison. The typed comparison is for values of the property's type; nil if the
    /// operand does not fit that type.
    case stored(PropertyPath, TypedComparison?, Comparison)
    case effective(PropertyPath, TypedComparison)
    /// A frame after layout, of the object or of one of its parts, or a number in that frame fulfils the comparison.
    case layout(LayoutPath, TypedComparison, LayoutFrames)
    case untyped(String, Comparison)
    /// A member of the object fulfils the comparison or, without a comparison, exists.
    case member(ObjectMember, TypedComparison?)
    case modified
    case composed(Selector.PseudoClass.Composed)
    case text(TextSearch)
    /// The object's position among its siblings matches the pattern. The numbers are the positions of all objects,
    /// counted from 1.
    case child(ChildPattern, [Int32])
    case lastChild
  }

  let model: SceneModel

  /// The class's binding; nil if no plugin declares the class.
  let binding: ClassBinding?
  let tests: [Test]

  /// Returns the result of all conditions for an object, as far as stored values decide it: `maybe` if the component
  /// must be built.
  func early(_ node: NodeIndex) -> Truth { all { early($0, node) } }

  /// Returns the result of all conditions for an object after its component was built or failed: `failed` if no
  /// condition is false and at least one needs a value that a failed component did not report.
  func late(_ node: NodeIndex, _ values: EffectiveValues) -> Truth { all { late($0, node, values) } }

  @inline(__always)
  private func all(_ truth: (Test) -> Truth) -> Truth {
    var result = Truth.yes
    for test in tests {
      result = min(result, truth(test))
      if result == .no { break }
    }
    return result
  }

  private func late(_ test: Test, _ node: NodeIndex, _ values: EffectiveValues) -> Truth {
    switch test {
    case .effective(let reference, let comparison):
      guard values.areKnown else { return .failed }
      return Truth(comparison.matches(reference.part(of: values[reference.place])))
    case .layout(let path, let comparison, let frames):
      guard frames.isKnown(values) else { return .failed }
      return Truth(comparison.matches(frames.value(path, of: values)))
    case .text(let search):
      var progress = search.begin()
      let truth = look(for: search, node, &progress)
      guard truth == .maybe else { return truth }
      guard let all = values.all else { return .failed }
      if let binding, !binding.searched.isEmpty {
        for place in binding.searched { look(for: search, all[place], shownAt: place, binding, &progress) }
      } else {
        for value in all { look(for: search, value, &progress) }
      }
      return Truth(progress.isDone)
    default: return early(test, node)
    }
  }

  private func early(_ test: Test, _ node: NodeIndex) -> Truth {
    switch test {
    case .never: return .no
    case .isStored(let reference, let key): return Truth(isStored(reference, key, node))
    case .isNull(let reference, let key): return Truth(raw(reference, key, node)?.first == UInt8(ascii: "n"))
    case .stored(let reference, let typed, let comparison):
      return Truth(isStored(reference, node, typed, comparison))
    case .effective(let reference, let comparison):
      guard let binding, binding.definition.isInert else { return .maybe }
      if isComputed(reference, node) { return .no }
      let cell = model.givenCell(node, binding, at: reference.place)
      return Truth(comparison.matches(reference.part(of: binding.value(of: cell, at: reference.place))))
    case .layout(let path, let comparison, _):
      // Without constraints, layout leaves an object at its own frame.
      guard path.part.isEmpty, !model.document.hasConstraints(node), let binding, binding.definition.isInert,
        let place = binding.place(of: "frame")
      else { return .maybe }
      let frame = binding.value(of: model.givenCell(node, binding, at: place), at: place)
      return Truth(comparison.matches(PropertyPath.part(path.component, of: frame)))
    case .untyped(let name, let comparison):
      let value = model.undeclaredValue(name, of: node)
      return Truth(UntypedValue.matches(value, comparison) { model.palette.color(typed: $0) })
    case .member(let member, let comparison):
      let text = member.text(of: node, in: model.document)
      return Truth(comparison.map { $0.matches(text.map(PropertyValue.string)) } ?? (text != nil))
    case .modified: return Truth(isModified(node))
    case .composed(.instance): return Truth(model.document.isInstance(node))
    case .composed(.overridden): return Truth(!model.document.overriddenKeys(of: node).isEmpty)
    case .composed(.authored): return Truth(!model.document.isInner(node))
    case .composed(.from(let name)): return Truth(model.document.isInstance(node, of: name))
    case .text(let search):
      var progress = search.begin()
      return look(for: search, node, &progress)
    case .child(let pattern, let numbers): return Truth(pattern.holds(Int(numbers[node.number])))
    case .lastChild: return Truth(model.document.nextSibling(node) == nil)
    }
  }

  private func isStored(_ reference: PropertyPath?, _ key: String, _ node: NodeIndex) -> Bool {
    guard let reference, let binding else {
      guard let cell = model.undeclared(key, of: node) else { return false }
      return cell.component == nil || model.undeclaredValue(key, of: node) != nil
    }
    guard reference.component != nil else { return raw(reference, key, node) != nil || isComputed(reference, node) }
    return reference.isStored(model.storedCell(node, binding, at: reference.place))
  }

  /// Returns true if a stored value satisfies the comparison, even if it breaks a rule of its property. A value of a
  /// different type is compared by its JSON type.
  private func isStored(
    _ reference: PropertyPath, _ node: NodeIndex, _ typed: TypedComparison?, _ comparison: Comparison
  ) -> Bool {
    guard let binding else { return false }
    if case .value(let value) = model.storedCell(node, binding, at: reference.place) {
      return typed?.matches(reference.part(of: value)) ?? false
    }
    guard let raw = raw(reference, "", node) else { return false }
    let property = binding.property(
      at: reference.place, under: model.storedKey(node, binding, at: reference.place))
    if let value = raw.withUnsafeBytes({ try? model.reader.value($0, as: property) }) {
      return typed?.matches(reference.part(of: value)) ?? false
    }
    return UntypedValue.matches(reference.part(of: UntypedValue.read(raw)), comparison)
  }

  /// Returns true if a document of another program's format computes a property of an object.
  private func isComputed(_ reference: PropertyPath, _ node: NodeIndex) -> Bool {
    guard model.document.foreignFormat != nil, let binding else { return false }
    return model.document.unreadText(of: binding.definition.properties[reference.place].name, node) != nil
  }

  private func raw(_ reference: PropertyPath?, _ key: String, _ node: NodeIndex) -> [UInt8]? {
    if let reference, let binding {
      if model.bound(node, binding, at: reference.place) != nil { return nil }
      return model.attributes(of: node)[model.storedKey(node, binding, at: reference.place)]
    }
    // `frame.x` reads the value stored for `frame`.
    return model.undeclared(key, of: node)?.raw
  }

  /// Returns true if any stored value differs from its default. Unknown keys, runtime attributes and refused values
  /// count as modified.
  private func isModified(_ node: NodeIndex) -> Bool {
    if model.runtimeAttributeList(of: node)?.elements.isEmpty == false { return true }
    var isModified = false
    var carrying: CarryingKeys?
    model.attributes(of: node).visit { raw, value in
      guard let binding, let key = binding.key(raw) else {
        isModified = true
        return false
      }
      if model.isShadowed(key, of: node, binding, &carrying) { return true }
      let property = binding.property(of: key)
      let cell = try? model.reader.read(value, as: property)
      isModified = cell != .value(property.defaultValue)
      return !isModified
    }
    return isModified
  }

  // MARK: text search

  /// Searches an object's id, name and stored strings for the words of the `:text(…)` conditions. Returns `yes` if all
  /// words were found, and `maybe` if some are missing but hooks may change the object's strings.
  private func look(for search: TextSearch, _ node: NodeIndex, _ progress: inout TextSearch.Progress) -> Truth {
    let document = model.document
    search.look(in: document.id(node), &progress)
    if let name = document.objectName(node) { search.look(in: name, &progress) }
    if progress.isDone { return .yes }
    if let binding, !binding.searched.isEmpty { return lookInSearched(for: search, node, binding, &progress) }
    var carrying: CarryingKeys?
    model.attributes(of: node).visit { raw, value in
      guard value.first == UInt8(ascii: "\"") else { return true }
      if let binding, let key = binding.key(raw) {
        if binding.types[key.place] != .string || model.isShadowed(key, of: node, binding, &carrying) { return true }
      }
      search.look(
        in: JSONString.decode(UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast())), &progress)
      return !progress.isDone
    }
    for attribute in model.runtimeAttributes(of: node).attributes { look(for: search, attribute.value, &progress) }
    if progress.isDone { return .yes }
    guard let binding, binding.definition.properties.contains(where: { $0.type == .string }) else { return .no }
    guard binding.definition.isInert else { return .maybe }
    for (place, cell) in model.stored(node, binding).cells.enumerated() {
      look(for: search, binding.value(of: cell, at: place), &progress)
    }
    return Truth(progress.isDone)
  }

  /// Searches the displayed values of the class's searchable properties without building the component. Returns `maybe`
  /// if hooks may change the values.
  private func lookInSearched(
    for search: TextSearch, _ node: NodeIndex, _ binding: ClassBinding, _ progress: inout TextSearch.Progress
  ) -> Truth {
    for place in binding.searched {
      let value = binding.value(of: model.givenCell(node, binding, at: place), at: place)
      look(for: search, value, shownAt: place, binding, &progress)
    }
    if progress.isDone { return .yes }
    return binding.definition.isInert ? .no : .maybe
  }

  /// Searches a value's displayed text, and the label of its option or flags.
  private func look(
    for search: TextSearch, _ value: PropertyValue?, shownAt place: Int, _ binding: ClassBinding,
    _ progress: inout TextSearch.Progress
  ) {
    guard let value else { return }
    // The text of a string may be in quotes.
    let text = if case .string(let text) = value { text } else { value.text }
    search.look(in: text, &progress)
    if let label = binding.definition.properties[place].valueNames.label(of: value) {
      search.look(in: label, &progress)
    }
  }

  private func look(for search: TextSearch, _ value: PropertyValue?, _ progress: inout TextSearch.Progress) {
    if case .string(let text)? = value { search.look(in: text, &progress) }
  }
}
