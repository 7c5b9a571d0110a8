internal import InspectorKit
internal import SceneDocument

/// What a scene is opened for, where that is known beforehand: then components are built while its text is still being
/// read. It makes no difference but in time.
public enum ScenePurpose: Sendable {
  /// ``SceneSession/check(strict:byClass:hooks:)``
  case check(hooks: Bool)

  /// A search by effective values.
  case find(Selector)

  /// ``SceneSession/set(_:madeOn:named:mergeKey:tell:)``; then, where `savedAs` names a file, ``SceneSession/save(to:)`` as
  /// that: its text is written while the scene is read, and gets its name when it is saved.
  case set(SetRequest, savedAs: String? = nil)
}

extension ScenePurpose {
  /// Whether everything that is wrong with the scene's text is of interest, not only the first of it.
  var findsAllFaults: Bool { if case .check = self { true } else { false } }

  /// Whether objects of the class may be looked at. Of those that are not, nothing needs to be known.
  func concerns(_ classID: Int, in model: SceneModel) -> Bool {
    selector?.onlyCompound?.allows(classID, in: model) ?? true
  }

  /// Starts the workers of the classes that are named, which takes as long as to read and scan ten thousand objects.
  func prepareWorkers(of library: PluginLibrary) {
    for compound in selector?.alternatives.compactMap(\.steps.last?.compound) ?? [] {
      if case .find = self, !compound.comparesEffective { continue }
      let needs = ScenePlugins([], library: library)
      if let name = compound.typeName, case .known(let entry) = library.registry.resolve(name, needs: needs),
        !entry.definition.isInert
      {
        entry.plugin.prepare()
      }
    }
  }

  private var selector: Selector? {
    switch self {
    case .check: nil
    case .find(let selector): selector
    case .set(let request, _): request.selector
    }
  }

  /// What is asked of a class, all objects of which are looked at.
  struct Request {
    var header: ComponentRequest

    /// The new values of an edit, as each row has them.
    var cells: [UInt8] = []

    /// Whether effective values are of use, or only what hooks say.
    var wantsValues = true

    /// The edit that is judged, of whatever object.
    var edit: ObjectEdit?

    /// What is asked of effective values as soon as they are known.
    var tests: ClassTests?
  }

  /// The file to write while a scene of `least` bytes or more is read; nil where there is none to write.
  func copy(of document: SceneDocument, from least: Int) -> EarlyCopy? {
    guard case .set(let request, let path?) = self, !request.isDryRun else { return nil }
    return EarlyCopy(of: document, to: path, from: least)
  }

  /// What is asked of a class that it concerns; nil where its objects are not looked at one by one, or what they answer depends on other objects.
  func request(forClass classID: Int, _ plan: ClassPlan, in model: SceneModel) -> Request? {
    if case .check(let hooks) = self {
      let header = ComponentRequest(
        definition: plan.definition, mode: .load, validates: true, runsHooks: hooks && !plan.definition.isInert)
      guard !header.runsHooks || plan.definition.readsParent.isEmpty else { return nil }
      return Request(header: header, wantsValues: plan.isIntricate)
    }
    guard !plan.definition.isInert, plan.definition.readsParent.isEmpty else { return nil }
    switch self {
    case .check: return nil
    case .find(let selector):
      guard let compound = selector.onlyCompound, compound.comparesEffective else { return nil }
      let context = SelectionContext(model, selector, unknownNames: .ignored)
      return Request(
        header: ComponentRequest(definition: plan.definition, mode: .load),
        tests: try? CompoundTests(compound, context).tests(ofClass: classID))
    case .set(let request, _):
      guard let compound = request.selector.onlyCompound, compound.predicates.isEmpty else { return nil }
      // What a million hooks did would have to be kept until it is told.
      if request.isDryRun, request.wantsChanges { return nil }
      var planned: [PlannedAssignment] = []
      for assignment in request.assignments {
        guard let one = try? PlannedAssignment(assignment, for: plan, reader: model.reader) else { return nil }
        planned.append(one)
      }
      guard let edit = SameEdit(planned)?.edit(of: 0) else { return nil }
      var cells: [UInt8] = []
      edit.appendCells(to: &cells)
      return Request(
        header: ComponentRequest(editOf: edit, plan, wantsBefore: request.wantsChanges), cells: cells,
        wantsValues: request.wantsChanges, edit: request.isDryRun ? nil : edit)
    }
  }
}

extension Selector {
  /// The compound of a selector that has but one, without an id or a pseudo-class other than `:kind(…)`.
  fileprivate var onlyCompound: Compound? {
    guard alternatives.count == 1, alternatives[0].steps.count == 1 else { return nil }
    let compound = alternatives[0].steps[0].compound
    let isPlain = compound.pseudoClasses.allSatisfy { if case .kind = $0.kind { true } else { false } }
    return isPlain && compound.id == nil && compound.ids == nil ? compound : nil
  }
}

extension Selector.Compound {
  /// Whether it asks for effective values.
  fileprivate var comparesEffective: Bool { predicates.contains { $0.comparison != nil && !$0.isStored } }

  fileprivate func allows(_ classID: Int, in model: SceneModel) -> Bool {
    if let typeName, !model.isClass(classID, typeName) { return false }
    return pseudoClasses.allSatisfy { pseudo in
      if case .kind(let name) = pseudo.kind { model.isKind(classID, name) } else { true }
    }
  }
}
