/// A law that every plugin keeps, whatever language it is written in: what `inspector plugin check` tries.
///
/// Its raw value is its name in reports.
public enum ConformanceLaw: String, CaseIterable, Sendable {
  /// The description can be read, and its declarations are right.
  case description
  /// An instance without attributes has the values that its class declares as defaults.
  case defaults
  /// A value that the declaration allows is either kept, changed by a hook, or rejected with words.
  case values
  /// A value that the declaration does not allow is refused, and no hook makes one.
  case limits
  /// A class that says that it has no hooks changes nothing.
  case inertness
  /// Setting what was read changes nothing.
  case settling
  /// A component that is built again from the same attributes has the same state.
  case recreation
  /// Two workers give the same answers.
  case determinism
  /// The order in which attributes stand in a scene does not matter.
  case order
  /// What is exported can be applied again.
  case bundles
  /// A component draws itself in every size, with every allowed value: readable, whole, the same each time, and without
  /// a change of its values.
  case drawing
  /// The worker answers every message as the protocol says.
  case messages
  /// Hooks end soon.
  case time

  /// One sentence that says what holds.
  public var words: String {
    switch self {
    case .description: "the description can be read, and its declarations are right"
    case .defaults: "an instance without attributes has the declared defaults"
    case .values: "every allowed value is kept, changed by a hook, or rejected with words"
    case .limits: "no hook makes a value that the declaration does not allow"
    case .inertness: "a class without hooks changes nothing"
    case .settling: "setting what was read changes nothing"
    case .recreation: "a component built again has the same state"
    case .determinism: "two workers give the same answers"
    case .order: "the order of the attributes does not matter"
    case .bundles: "what is exported can be applied again"
    case .drawing: "a component draws the same in every size, all of it, and changes nothing"
    case .messages: "every message is answered as the protocol says"
    case .time: "hooks end within the limit"
    }
  }
}
