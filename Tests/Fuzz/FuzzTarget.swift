/// A parser or component that reads external input, with laws that hold for every input.
struct FuzzTarget: Sendable, CustomStringConvertible {
  /// The name in `make fuzz`, and of the folder in `Corpus`.
  var name: String

  /// Throws a ``Difference`` if a law is violated.
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
