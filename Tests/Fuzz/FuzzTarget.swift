/// Something that takes input from outside, with the laws that it keeps whatever the input is.
struct FuzzTarget: Sendable, CustomStringConvertible {
  /// The name that `make fuzz` calls it by, and its folder in `Corpus`.
  var name: String

  /// Throws a ``Difference`` where a law does not hold.
  var run: @Sendable (_ input: [UInt8]) throws -> Void

  var description: String { name }

  static let all = [
    FuzzTarget(name: "json", run: JSONLaws.check),
    FuzzTarget(name: "scene", run: SceneTextLaws.check),
    FuzzTarget(name: "edits", run: SceneEditLaws.check),
    FuzzTarget(name: "structure", run: SceneStructureLaws.check),
    FuzzTarget(name: "composition", run: CompositionLaws.check),
    FuzzTarget(name: "session", run: SessionLaws.check),
    FuzzTarget(name: "selector", run: SelectorLaws.check),
    FuzzTarget(name: "value", run: ValueLaws.check),
    FuzzTarget(name: "script", run: EditScriptLaws.check),
    FuzzTarget(name: "worker", run: WorkerReplyLaws.check),
    FuzzTarget(name: "description", run: DescriptionLaws.check),
    FuzzTarget(name: "foreign", run: ForeignLaws.check),
    FuzzTarget(name: "bundle", run: BundleLaws.check),
  ]
}
