/// One field of ``PropertyMetadata``, with its name, its key path, its checks, and the words that describe its value to
/// the user.
///
/// ``PropertyMetadata/fields`` lists all fields. Code that iterates over that list needs no change for a new field.
struct MetadataField: Sendable {
  /// The key path of a field in the metadata, with the kind of the field's value.
  enum Value: Sendable {
    /// A string for the user, truncated if it is very long.
    case words(Place<String?>)
    /// A condition on other properties of the class.
    case condition(Place<String?>)
    case number(Place<Double?>)
    case integer(Place<Int?>)
    case flag(Place<Bool>)
    case range(Place<PropertyRange?>)
    case options(Place<[PropertyOptions.Option]?>)
    /// Current or former names of properties of the class.
    case properties(Place<[String]>)
    /// Former names of the property, and the transformers of values that are stored under these names.
    case aliases(Place<[String]>, Place<[String: String]>)
    /// Names of validation rules, or file name patterns.
    case names(Place<[String]>)
    /// The name of a class or a transformer, or the key path of the property that an alias stands for.
    case name(Place<String?>)
  }

  typealias Place<Value> = any WritableKeyPath<PropertyMetadata, Value> & Sendable

  /// The name of the argument of `@Inspectable`, which is also the key in a plugin description.
  let name: String
  let value: Value

  /// A closure that returns the field's limit for values, in words such as `in steps of 0.5`; nil if the field sets
  /// none.
  let limit: @Sendable (PropertyMetadata) -> String?

  /// A closure that returns a remark for the user other than a limit, such as `since 1.2`; nil if there is none.
  let remark: @Sendable (PropertyMetadata) -> String?

  /// The position of the remark among all remarks of a property. Lower positions are listed first; remarks with equal
  /// positions keep the order of ``PropertyMetadata/fields``.
  let remarkOrder: Int

  /// A closure that returns the mistakes in this field of a property's declaration. Checks of several fields are in
  /// `PropertyDefinition+Checks.swift`.
  let problems: @Sendable (PropertyDefinition) -> [RegistrationProblem]

  init(
    _ name: String, _ value: Value, limit: @escaping @Sendable (PropertyMetadata) -> String? = { _ in nil },
    remark: @escaping @Sendable (PropertyMetadata) -> String? = { _ in nil }, remarkOrder: Int = .max,
    problems: @escaping @Sendable (PropertyDefinition) -> [RegistrationProblem] = { _ in [] }
  ) {
    self.name = name
    self.value = value
    self.limit = limit
    self.remark = remark
    self.remarkOrder = remarkOrder
    self.problems = problems
  }
}

extension MetadataField {
  /// Copies this field from `former` if it is not set in `metadata`.
  func inherit(from former: PropertyMetadata, in metadata: inout PropertyMetadata) {
    switch value {
    case .words(let place), .condition(let place), .name(let place): fill(place)
    case .number(let place): fill(place)
    case .integer(let place): fill(place)
    case .range(let place): fill(place)
    case .options(let place): fill(place)
    case .flag(let place): if former[keyPath: place] { metadata[keyPath: place] = true }
    case .properties(let place), .names(let place):
      if metadata[keyPath: place].isEmpty { metadata[keyPath: place] = former[keyPath: place] }
    case .aliases(let names, let transformers):
      guard metadata[keyPath: names].isEmpty else { return }
      metadata[keyPath: names] = former[keyPath: names]
      metadata[keyPath: transformers] = former[keyPath: transformers]
    }

    func fill<Fact>(_ place: Place<Fact?>) {
      if metadata[keyPath: place] == nil { metadata[keyPath: place] = former[keyPath: place] }
    }
  }

  /// Prefixes each property name in this field with the part's name and a dot.
  func move(inside part: String, in metadata: inout PropertyMetadata) {
    switch value {
    case .condition(let place):
      metadata[keyPath: place] = metadata[keyPath: place].map { PropertyMetadata.condition($0, inside: part) }
    case .properties(let place):
      metadata[keyPath: place] = metadata[keyPath: place].map { "\(part).\($0)" }
    case .aliases(let names, let transformers):
      metadata[keyPath: names] = metadata[keyPath: names].map { "\(part).\($0)" }
      metadata[keyPath: transformers] = Dictionary(
        uniqueKeysWithValues: metadata[keyPath: transformers].map { ("\(part).\($0)", $1) })
    case .words, .number, .integer, .flag, .range, .options, .names, .name: break
    }
  }
}

extension PropertyMetadata {
  /// Returns a copy of this metadata in which unset fields have the values of `former`.
  func refining(_ former: PropertyMetadata) -> PropertyMetadata {
    var refined = self
    refined.label = label ?? former.label
    for field in Self.fields { field.inherit(from: former, in: &refined) }
    // An inherited soft range is limited to the new hard range, and removed if the two do not overlap.
    if softRange == nil, let common = former.softRange?.intersection(refined.range) {
      refined.softRange = common.isEmpty ? nil : common
    }
    return refined
  }

  /// Returns a copy of this metadata for the class that owns the part. The label and the names of other properties get
  /// the part's name as a prefix.
  func inside(_ part: String) -> PropertyMetadata {
    var moved = self
    moved.label = label.map { "\(PropertyName.label(for: part)) \($0)" }
    for field in Self.fields { field.move(inside: part, in: &moved) }
    return moved
  }
}
