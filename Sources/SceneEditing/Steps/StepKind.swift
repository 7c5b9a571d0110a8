internal import JSONText
internal import SceneDocument

/// A kind of step of an edit. A conforming type stores the arguments of one step, and defines its execution and its
/// description.
protocol StepKind: Hashable, Sendable {
  /// The part of the scene that the step changes.
  var effect: StepEffect { get }

  /// Returns true if the step may rewrite the document's text, as do steps that change the structure or runtime
  /// attributes.
  func mayRestructure(_ model: SceneModel) -> Bool

  /// The selector of the objects whose components are certain to be built for the step; nil if these objects are not
  /// known. The workers of these components are started early.
  var judges: Selector? { get }

  /// Performs the step, and returns the number of steps performed. The number is greater than 1 if following steps were
  /// performed together with this one.
  ///
  /// - Throws: an error whose step number, if it has one, is counted from this step.
  func make(in transaction: Transaction) throws(Diagnostic) -> Int

  /// Adds the step to a group of steps that are performed together, and returns its turn in the group; nil if the step
  /// cannot join the group.
  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn?

  /// Returns the part of the step to which an error without a part belongs; nil for the whole step.
  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part?

  /// Returns the refusal of a step that applies to nothing in any of several edited scenes, of which `model` is one.
  func emptiness(in model: SceneModel) -> any Refusal

  // MARK: history and patches

  /// The step as a command or a phrase, for the history.
  var summary: String { get }

  /// The conditions on the scene that a patch checks before the step.
  var needs: [StepNeed] { get }

  /// Returns the step with its selectors replaced by the ids that they match now; nil if a selector matches nothing.
  /// Throws the errors of `ids`.
  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep?
}

/// A kind of step that scripts can contain. A conforming type also defines the form of the step in a script.
///
/// A new kind needs a file in this folder, a row in ``EditStep/kinds``, and a definition in
/// `Schemas/edit-script.schema.json`.
protocol ScriptedStep: StepKind {
  /// The keys that mark a step of this kind in a script; a step has at least one of them.
  static var verbs: [String] { get }

  /// The description of a step of this kind, as the end of a sentence that begins with "A step".
  static var help: String { get }

  /// The keys, besides the verbs, that a step of this kind may have.
  static var otherKeys: [String] { get }

  /// Reads a step that has one of the verbs.
  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep

  /// Writes the members of a script's step.
  func write(to script: inout JSONLine)

  /// The steps that a script needs to express this step.
  var writable: [EditStep] { get }
}

extension ScriptedStep {
  static var otherKeys: [String] { [] }
  var writable: [EditStep] { [EditStep(self)] }
}

extension StepKind {
  var effect: StepEffect { .structure }
  var judges: Selector? { nil }
  func mayRestructure(_ model: SceneModel) -> Bool { effect == .structure }
  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { nil }
  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { nil }
  func emptiness(in model: SceneModel) -> any Refusal { EditRefusal.nothingToDo }
  var needs: [StepNeed] { [] }
  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? { EditStep(self) }
}

/// A kind of step that applies to the objects that a selector matches.
protocol SelectingStep: ScriptedStep {
  var selector: Selector { get }
}

extension SelectingStep {
  func emptiness(in model: SceneModel) -> any Refusal { QueryRefusal.nothingMatches(selector.text) }
}

/// The part of a scene that a step changes.
package enum StepEffect: Hashable {
  /// The set of objects, their places, or their ids, classes, names and constraints.
  case structure

  /// The stored attributes and runtime attributes of objects. The step changes each object at most once.
  case attributes

  /// The colours of the palette, and the stored attributes of objects.
  case palette

  case nothing

  /// True if the step may change stored attributes of objects.
  var changesValues: Bool { self == .attributes || self == .palette }
}

/// A condition on which the result of a step depends. A patch contains it as an expectation before the step.
package enum StepNeed {
  /// The selected objects exist, and the given part of each is the same as when the patch was made.
  case objects(Selector, Extent)

  /// The parent or sibling of the place is the same as when the patch was made.
  case place(StepPlace)

  /// No object has these ids.
  case freeIDs([String])

  /// No object has the ids that the step's copies get.
  case freeCopies

  /// The colours that the step changes are the same as when the patch was made.
  case colors([PaletteEdit])

  /// The part of an object that must be the same.
  package enum Extent {
    case className
    case name
    /// The class, and the binding of a property in the scene's own file.
    case binding(String)
    /// The object's parent, and its index among the parent's children.
    case site
    /// The whole object, with its descendants.
    case everything
  }
}
