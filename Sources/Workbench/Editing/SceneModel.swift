internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A scene's document together with what the plugins know of its classes.
final class SceneModel {
  let document: SceneDocument
  let library: PluginLibrary
  let palette: ScenePalette
  let plugins: ScenePlugins
  let reader: StoredValueReader

  private var plans: [Plan?]

  /// What a class of the scene means, the meaning of a known one made ready for use.
  enum Plan {
    case known(ClassPlan)
    case unknown
    case ambiguous([String])
    case refused(PluginFailure)
  }

  init(document: SceneDocument, library: PluginLibrary) {
    self.document = document
    self.library = library
    palette = ScenePalette(document)
    plugins = ScenePlugins(document.plugins.map { ($0.name, $0.requirement) }, library: library)
    reader = StoredValueReader(palette: palette)
    plans = Array(repeating: nil, count: document.classNames.count)
  }

  /// The meaning of a class by its number in the document.
  func plan(ofClass classID: Int) -> Plan {
    if classID < plans.count, let plan = plans[classID] { return plan }
    let plan: Plan =
      switch library.registry.resolve(document.classNames[classID], needs: plugins) {
      case .known(let entry): .known(ClassPlan(entry))
      case .unknown: .unknown
      case .ambiguous(let names): .ambiguous(names)
      case .refused(let failure): .refused(failure)
      }
    while plans.count <= classID { plans.append(nil) }
    plans[classID] = plan
    return plan
  }

  func plan(of node: NodeIndex) -> Plan { plan(ofClass: document.classID(node)) }

  /// The plan of a node's class where a plugin knows it.
  func classPlan(of node: NodeIndex) -> ClassPlan? {
    if case .known(let plan) = plan(of: node) { plan } else { nil }
  }

  /// The definition that a class name of the document, or one typed by a person, stands for.
  func definition(ofClass name: String) -> ComponentDefinition? {
    if case .known(let entry) = library.registry.resolve(name, needs: plugins) { entry.definition } else { nil }
  }

  /// Whether any class of the scene reads its parent.
  lazy var hasParentReaders: Bool = document.classNames.indices.contains { classID in
    if case .known(let plan) = plan(ofClass: classID) { !plan.definition.readsParent.isEmpty } else { false }
  }
}

/// The stored attributes of one object, typed.
struct StoredAttributes {
  /// A cell for every property of the class; a value that is refused is absent.
  var cells: [StoredCell]

  /// Keys that the class does not have, with their raw values.
  var unknown: [(key: String, raw: String)] = []

  /// Values that cannot be the property's.
  var problems: [(key: String, problem: ValueProblem)] = []
}

extension SceneModel {
  /// Reads and checks all attributes of an object whose class is known.
  func stored(_ node: NodeIndex, _ plan: ClassPlan) -> StoredAttributes {
    var stored = StoredAttributes(cells: Array(repeating: .absent, count: plan.definition.properties.count))
    document.forEachAttribute(of: node) { key, raw in
      guard let place = plan.place(ofKey: key) else {
        stored.unknown.append((JSONString.decode(key), String(decoding: raw, as: UTF8.self)))
        return true
      }
      let property = plan.definition.properties[place]
      do throws(ValueProblem) {
        stored.cells[place] = try reader.read(raw, as: property)
      } catch {
        stored.problems.append((property.name, error))
      }
      return true
    }
    return stored
  }

  /// One property of one object; absent where the stored value is refused.
  func storedCell(_ node: NodeIndex, _ plan: ClassPlan, at place: Int) -> StoredCell {
    var cell = StoredCell.absent
    document.forEachAttribute(of: node) { key, raw in
      guard plan.place(ofKey: key) == place else { return true }
      cell = (try? reader.read(raw, as: plan.definition.properties[place])) ?? .absent
      return false
    }
    return cell
  }
}
