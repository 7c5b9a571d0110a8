internal import SceneDocument

/// A kind of step of an edit: how it is made, how a script says it, and what it is called.
///
/// A new kind is a file beside this one, a row of ``EditStep/kinds``, and a definition in `Schemas/edit-script.schema.json`.
protocol StepKind: Hashable, Sendable {
  // MARK: scripts

  /// The keys that say in a script that a step is of this kind; a step has one of them at least.
  static var verbs: [String] { get }

  /// What such a step does, as the end of a sentence that begins with "A step".
  static var help: String { get }

  /// The keys that may stand beside these.
  static var otherKeys: [String] { get }

  /// Reads a step that has one of the verbs.
  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep

  /// Writes the members of a script's step.
  func write(to script: inout ScriptObject)

  /// The step as those that a script can say.
  var writable: [EditStep] { get }

  // MARK: editing

  var effect: StepEffect { get }

  /// The selector of the objects whose components judge the step for certain; nil where it is not known which.
  var judges: Selector? { get }

  /// Makes the step, and answers how many steps were made: some take those after them along.
  ///
  /// - Throws: an error whose step, where it has one, is counted from this one.
  func make(in transaction: Transaction) throws(Diagnostic) -> Int

  /// Goes with the steps of a group, and says when it is made; nil where it has to be made by itself.
  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn?

  /// What of the step an error is about that does not say so itself; nil for all of it.
  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part?

  // MARK: history and patches

  /// The command that does the same, for the history.
  var summary: String { get }

  /// What a patch with the step expects of the scene.
  var needs: [StepNeed] { get }

  /// The step with its selectors replaced by the ids that they match now; nil where one matches nothing.
  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep?
}

extension StepKind {
  var writable: [EditStep] { [EditStep(self)] }
  var effect: StepEffect { .structure }
  var judges: Selector? { nil }
  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { nil }
  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { nil }
  var needs: [StepNeed] { [] }
  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? { EditStep(self) }
}

/// What a step changes.
package enum StepEffect: Hashable {
  /// Which objects there are, where they stand, or what they are called.
  case structure

  /// What objects store, once each.
  case attributes

  /// Colours, and what objects store.
  case palette

  case nothing

  /// Whether the step may change what objects store.
  var changesValues: Bool { self == .attributes || self == .palette }
}

/// Something that a step takes for granted, and that a patch expects before it makes the step.
package enum StepNeed {
  /// Objects, and how much of each.
  case objects(Selector, Extent)
  case place(StepPlace)

  /// That no object has the ids.
  case freeIDs([String])

  /// That no object has the ids that the step's copies get.
  case freeCopies

  /// The colours that are changed.
  case colors([PaletteEdit])

  /// How much of an object has to be what it is now.
  package enum Extent {
    case className
    case name
    /// Where it stands.
    case site
    /// All that it has and holds.
    case everything
  }
}
