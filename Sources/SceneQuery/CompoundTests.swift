internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The conditions of a compound, which are resolved for each class. Names and values that fit no class are refused.
struct CompoundTests {
  private let compound: Selector.Compound
  private let context: SelectionContext
  private let model: SceneModel

  /// The search for the words of all `:text(…)` conditions; nil if there are none.
  private let text: TextSearch?

  init(_ compound: Selector.Compound, _ context: SelectionContext) throws(Diagnostic) {
    self.compound = compound
    self.context = context
    model = context.model
    let words = compound.pseudoClasses.compactMap { if case .text(let words) = $0.kind { words } else { nil } }
    text = words.isEmpty ? nil : TextSearch(words)
    switch context.unknownNames {
    case .ignored: break
    case .listed: context.leftOut += unknownClasses + unknownProperties
    case .known(let known):
      let unknown = unknownClasses + unknownProperties
      if let other = unknown.first(where: { $0.unknownName.map(known.contains) != true }) { throw other }
      guard unknown.isEmpty else { break }
      for predicate in compound.predicates { try checkValue(of: predicate) }
    case .refused, .leftOut:
      if let unknown = unknownClasses.first ?? unknownProperties.first { throw unknown }
      for predicate in compound.predicates { try checkValue(of: predicate) }
    }
  }

  /// Returns the tests of the classes that the compound allows, keyed by class number.
  ///
  /// - Parameter classes: the only classes to consider; nil for all.
  func byClass(_ classes: Set<Int>?) -> [Int: ClassTests] {
    let all = classes.map(Array.init) ?? Array(model.document.classNames.indices)
    return all.reduce(into: [:]) { $0[$1] = tests(ofClass: $1) }
  }

  /// Returns the tests of a class; nil if the compound does not allow it.
  private func tests(ofClass classID: Int) -> ClassTests? {
    guard allows(classID) else { return nil }
    let binding: ClassBinding? = if case .known(let binding) = model.meaning(ofClass: classID) { binding } else { nil }
    var tests = compound.predicates.map { test(of: $0, binding) }
    for pseudo in compound.pseudoClasses {
      switch pseudo.kind {
      case .modified: tests.append(.modified)
      case .unset(let name):
        tests.append(.isNull(binding.flatMap { PropertyPath(name, of: $0) }, key: name))
      case .nthChild(let pattern): tests.append(.child(pattern, context.childNumbers))
      case .lastChild: tests.append(.lastChild)
      case .composed(let condition): tests.append(.composed(condition))
      case .kind, .not, .is, .has, .references, .related, .text: break
      }
    }
    if let text { tests.append(.text(text)) }
    return ClassTests(model: model, binding: binding, tests: tests)
  }

  private var kinds: [(name: String, offset: Int)] {
    compound.pseudoClasses.compactMap { if case .kind(let name) = $0.kind { (name, $0.offset) } else { nil } }
  }

  private func allows(_ classID: Int) -> Bool {
    if let name = compound.typeName, !model.isClass(classID, name) { return false }
    return kinds.allSatisfy { model.isKind(classID, $0.name) }
  }

  private func test(of predicate: Selector.Predicate, _ binding: ClassBinding?) -> ClassTests.Test {
    let name = predicate.property
    if let member = ObjectMember(predicate, in: binding) {
      guard let comparison = predicate.comparison else { return .member(member, nil) }
      return (try? comparison.typed(as: .string)).map { .member(member, $0) } ?? .never
    }
    switch binding.flatMap({ QueryPath(name, of: $0) }) {
    case .property(let reference)?:
      guard let comparison = predicate.comparison else { return .isStored(reference, key: name) }
      let typed = typed(comparison, .property(reference), binding)
      if predicate.isStored { return .stored(reference, typed, comparison) }
      return typed.map { .effective(reference, $0) } ?? .never
    case .layout(let path)? where predicate.comparison != nil && !predicate.isStored:
      guard let typed = predicate.comparison.flatMap({ typed($0, .layout(path), binding) }) else { return .never }
      return .layout(path, typed, context.frames)
    case .layout?, nil:
      // A frame after layout is never stored, so the name can only be the key of an attribute that no plugin declares.
      return predicate.comparison.map { .untyped(name, $0) } ?? .isStored(nil, key: name)
    }
  }

  /// Returns a comparison whose operand has the type of the property or frame; nil if the operand does not fit that
  /// type, since classes may declare properties of the same name with different types.
  private func typed(_ comparison: Comparison, _ path: QueryPath, _ binding: ClassBinding?) -> TypedComparison? {
    binding.flatMap { try? typed(comparison, path, $0.definition) }
  }

  private func typed(
    _ comparison: Comparison, _ path: QueryPath, _ definition: ComponentDefinition
  ) throws(ComparisonError) -> TypedComparison {
    let names = if case .property(let reference) = path { reference.valueNames(in: definition) } else { ValueNames() }
    let type = path.type(in: definition)
    if type == .color, model.isDisputed(comparison.text) { throw .disputedColor(comparison.text) }
    return try comparison.typed(as: type, names: names) { model.palette.color(typed: $0) }
  }

  // MARK: errors in names and values

  /// The errors for class names that neither the scene nor a plugin has.
  private var unknownClasses: [Diagnostic] {
    var unknown: [Diagnostic] = []
    if let name = compound.typeName, !model.hasClass(name) {
      unknown.append(unknownClass(name, at: compound.offset, mayBeID: true))
    }
    for (name, offset) in kinds where !model.hasKind(name) {
      unknown.append(unknownClass(name, at: offset, mayBeID: false))
    }
    return unknown
  }

  /// The errors for property names that no allowed class declares and no object stores.
  ///
  /// Members of every object, such as `id`, are never unknown.
  private var unknownProperties: [Diagnostic] {
    let names =
      compound.predicates.filter { ObjectMember($0, in: nil) == nil }.map { ($0.property, $0.offset) }
      + compound.pseudoClasses.compactMap { if case .unset(let name) = $0.kind { (name, $0.offset) } else { nil } }
    return names.compactMap(unknownProperty)
  }

  private func unknownClass(_ name: String, at offset: Int, mayBeID: Bool) -> Diagnostic {
    if mayBeID, let (node, title) = context.wholeName {
      let suggestion = Selector.text(ofID: model.document.id(node))
      return context.error(QueryRefusal.noSuchClass(name, suggestion: suggestion, title: title), at: offset)
    }
    let isID = mayBeID && model.document.node(id: name) != nil
    let suggestion =
      isID
      ? Selector.text(ofID: name)
      : context.hints.suggestion(for: name, among: context.classNames)
        ?? (mayBeID
          ? model.suggestedID(for: name).map(Selector.text(ofID:)) ?? context.suggestedSearch(for: name) : nil)
    return context.error(QueryRefusal.noSuchClass(name, suggestion: suggestion), at: offset)
  }

  /// The definitions of the classes that the compound allows, from all plugins.
  private var definitions: [ComponentDefinition] {
    context.definitions.filter { entry in
      if let name = compound.typeName, !entry.isCalled(name) { return false }
      return kinds.allSatisfy { model.isKind(entry, $0.name) }
    }.map(\.definition)
  }

  private func unknownProperty(_ name: String, at offset: Int) -> Diagnostic? {
    let definitions = definitions
    guard !definitions.contains(where: { QueryPath(name, of: $0) != nil }), !model.storesAnywhere(name) else {
      return nil
    }
    let present = definitions.filter { context.present.contains($0.name) }
    if let refusal = QueryPath.refusal(of: name, in: present + definitions) {
      return context.error(refusal, at: offset)
    }
    let suggestion =
      DidYouMean.suggestion(for: name, among: present.flatMap(QueryPath.names))
      ?? DidYouMean.suggestion(for: name, among: definitions.flatMap(QueryPath.names))
    let refusal: any Refusal =
      definitions.count == 1
      ? NameRefusal.unknownProperty(name, of: definitions[0].name, suggestion: suggestion)
      : QueryRefusal.unknownName(name, suggestion: suggestion)
    return context.error(refusal, at: offset)
  }

  /// Returns true if the predicate may search for a stored string that does not fit the property's type, so that the
  /// user can find and repair the value.
  private func isOfRefusedValue(_ predicate: Selector.Predicate) -> Bool {
    guard predicate.isStored, let comparison = predicate.comparison, (try? comparison.typed(as: .string)) != nil else {
      return false
    }
    switch comparison.comparator {
    case .equal, .startsWith, .endsWith, .contains, .includes: return true
    case .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return false
    }
  }

  /// Throws an error if a predicate's value does not fit the property's type in any class. The classes in the scene are
  /// tried, or all classes if none of those declares the property.
  private func checkValue(of predicate: Selector.Predicate) throws(Diagnostic) {
    guard let comparison = predicate.comparison, !isOfRefusedValue(predicate) else { return }
    let all = definitions
    let present = all.filter { context.present.contains($0.name) }
    func paths(_ definitions: [ComponentDefinition]) -> [(QueryPath, ComponentDefinition)] {
      definitions.compactMap { definition in QueryPath(predicate.property, of: definition).map { ($0, definition) } }
    }
    var found = paths(present)
    if found.isEmpty { found = paths(all) }
    var problem: ComparisonError?
    for (path, definition) in found {
      do throws(ComparisonError) {
        _ = try typed(comparison, path, definition)
        return
      } catch {
        problem = problem ?? error
      }
    }
    if ObjectMember(predicate, in: nil) != nil {
      do throws(ComparisonError) {
        _ = try comparison.typed(as: .string)
        return
      } catch {
        problem = problem ?? error
      }
    }
    if let problem { throw context.error(QueryRefusal.value(problem), at: predicate.valueOffset) }
  }
}
