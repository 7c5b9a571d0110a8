internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A count of the values that scenes store under one key of one class.
struct ValueEvidence {
  /// The number of stored values of each type, according to their JSON form.
  private(set) var types: [PropertyType: Int] = [:]

  /// The number of stored nulls.
  private(set) var nulls = 0

  /// The number of stored values whose JSON form fits no property type, such as arrays.
  private(set) var shapeless = 0

  /// The number of strings that are colours, and the number of those that begin with `#`.
  private var colorTexts = (all: 0, hexadecimal: 0)

  /// The range from the smallest to the largest stored number; nil if there are no numbers.
  private(set) var bounds: ClosedRange<Double>?

  /// The number of values whose types documents state.
  private(set) var stated = 0

  /// The distinct values by their JSON texts, up to ``mostValues``.
  private(set) var values: [String: Occurrences] = [:]

  /// True if there were more distinct values than ``mostValues``.
  private(set) var hasMore = false

  /// The occurrences of one value.
  struct Occurrences {
    let value: PropertyValue
    var objects = 0
    var scenes: Set<Int> = []
  }

  /// The maximum number of distinct values that are kept for one key; further values only set ``hasMore``.
  static let mostValues = 1_000

  /// The number of stored values, without nulls.
  var count: Int { types.values.reduce(shapeless, +) }

  /// Adds a stored value.
  ///
  /// - Parameters:
  ///   - raw: valid JSON text.
  ///   - type: the type that the document states for the value; nil if it states none.
  ///   - scene: the number of the scene.
  ///   - isColorName: returns true for a name in the scene's palette.
  mutating func add(
    _ raw: [UInt8], _ type: PropertyType? = nil, scene: Int, isColorName: (String) -> Bool = { _ in false }
  ) {
    if raw.first == UInt8(ascii: "n") {
      nulls += 1
      return
    }
    guard var value = UntypedValue.read(raw) else {
      shapeless += 1
      return
    }
    if type == .double, case .int(let number) = value { value = .double(Double(number)) }
    if type != nil { stated += 1 }
    types[value.type, default: 0] += 1
    switch value {
    case .int(let number): widen(Double(number)...Double(number))
    case .double(let number): widen(number...number)
    case .string(let text) where isColorName(text) || Color(text) != nil:
      colorTexts.all += 1
      if text.begins(with: "#") { colorTexts.hexadecimal += 1 }
    default: break
    }
    keep(Occurrences(value: value, objects: 1, scenes: [scene]))
  }

  /// Adds the evidence for the same property from another class.
  mutating func merge(_ other: ValueEvidence) {
    types.merge(other.types, uniquingKeysWith: +)
    nulls += other.nulls
    stated += other.stated
    shapeless += other.shapeless
    colorTexts.all += other.colorTexts.all
    colorTexts.hexadecimal += other.colorTexts.hexadecimal
    if let bounds = other.bounds { widen(bounds) }
    hasMore = hasMore || other.hasMore
    for occurrences in other.values.values { keep(occurrences) }
  }

  private mutating func keep(_ found: Occurrences) {
    let text = found.value.json.text()
    guard values[text] != nil || values.count < Self.mostValues else {
      hasMore = true
      return
    }
    values[text, default: Occurrences(value: found.value)].objects += found.objects
    values[text]?.scenes.formUnion(found.scenes)
  }

  private mutating func widen(_ more: ClosedRange<Double>) {
    bounds = bounds.map { min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound) } ?? more
  }

  // MARK: conclusions

  /// True if all values are numbers without a fraction.
  var isWhole: Bool { shapeless == 0 && Set(types.keys) == [.int] }

  /// Returns the type that all values fit; nil if no type fits all values.
  ///
  /// Whole numbers are Int; with a fraction among them, or among the values of a related property, they are Double.
  /// Texts are Color if all of them are colours and, in addition, one is hexadecimal or the name ends with `Color`. A
  /// property with nothing but nulls is String.
  ///
  /// - Parameters:
  ///   - isBesideFraction: true if a property whose name ends with the same word has a fraction.
  ///   - isCalledColor: true if the property's name ends with `Color`.
  func type(isBesideFraction: Bool, isCalledColor: Bool) -> PropertyType? {
    guard shapeless == 0 else { return nil }
    let texts = types[.string] ?? 0
    let areColors = texts == colorTexts.all
    switch Set(types.keys) {
    case []: return nulls > 0 ? .string : nil
    case [.int]: return isBesideFraction ? .double : .int
    case [.int, .double]: return .double
    case [.string]: return areColors && (colorTexts.hexadecimal > 0 || isCalledColor) ? .color : .string
    case [.string, .color]: return areColors ? .color : nil
    case let kinds: return kinds.count == 1 ? kinds.first : nil
    }
  }

  /// Returns the value that is stored by at least two objects and by more than half of a class's objects, converted to
  /// the given type. Returns nil if there is no such value, or if that value is the name of a palette colour.
  ///
  /// - Parameter population: the number of objects that could store the value.
  func majority(of population: Int, as type: PropertyType) -> PropertyValue? {
    let most = values.values.first { $0.objects >= 2 && $0.objects * 2 > population }?.value
    guard let most else { return nil }
    return switch (most, type) {
    case (.int(let number), .double): .double(Double(number))
    // A palette name is known only in its own scene, so it cannot be a default.
    case (.string(let text), .color): Color(text).map { .color($0) }
    default: most
    }
  }

  /// The stored values as options, if they are 2 to ``mostOptions`` identifiers, each stored by at least
  /// ``fewestObjects`` objects in at least ``fewestScenes`` scenes. Otherwise empty, since the property may then accept
  /// any text.
  var options: [PropertyOptions.Option] {
    guard !hasMore, (2...Self.mostOptions).contains(values.count),
      values.values.allSatisfy({ $0.objects >= Self.fewestObjects && $0.scenes.count >= Self.fewestScenes })
    else { return [] }
    let texts = values.values.compactMap { if case .string(let text) = $0.value { text } else { nil } }
    guard texts.count == values.count, texts.allSatisfy(Self.isWord) else { return [] }
    return texts.sorted().map { .init(value: .string($0), label: PropertyName.label(for: $0)) }
  }

  private static let mostOptions = 12
  private static let fewestObjects = 3
  private static let fewestScenes = 2

  private static func isWord(_ text: String) -> Bool { PropertyDefinition.isKeyPath(text) && !text.holds(".") }
}
