/// How a property of an object came to have its value, from the class's default to what the component answers.
///
/// ```swift
/// let explanation = try session.why("volume.value")
/// explanation.reasons.map(\.text)
/// // ["'SliderView' declares the default 0.5", "the file stores 12", "the hook of 'value' makes it 10, not 12", "the value is 10"]
/// ```
public struct ValueExplanation: Hashable, Sendable {
  /// One thing that made the value what it is.
  public struct Reason: Hashable, Sendable {
    /// The kinds of reasons.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// What holds where nothing is stored.
      case `default`
      /// The object was put in by an edit of this session.
      case created
      /// What the file stored when it was read.
      case file
      /// An edit of this session changed what is stored, the object's class, or a colour that the value names.
      case edit
      /// Such an edit that is undone, and could be redone.
      case undone
      /// The value is a colour's name.
      case palette
      /// What is stored cannot be the property's.
      case refused
      /// The property has no effect, by its condition.
      case inactive
      /// Setting a property, this one or another, left the value different.
      case hook
      /// `awake` or `prepareForInspector` left it different.
      case lifecycle
      /// An extension of the class wrote the value, or computes it.
      case `extension`
      /// The hooks that made the value looked at the parent.
      case parent
      /// A warning of a hook when the property was set.
      case warning
      /// The component answers another value, for a reason that is not known.
      case component
      /// A constraint of the object, or what else layout looks at.
      case layout
      /// The effective value.
      case effective
    }

    /// Which kind of reason it is.
    public var kind: Kind

    /// A sentence. It may hold text of documents and plugins: escape it for a terminal.
    public var text: String

    /// The number of the step in the session's history; nil where it is no edit.
    public var step: Int?

    /// The name of the step in the session's history; nil where it is no edit.
    public var command: String?

    /// The property that was set, the method that ran, the parent's `ID.PROPERTY`, or the colour's name.
    public var cause: String?

    /// JSON text of the value before; nil where nothing was stored.
    public var old: String?

    /// JSON text of the value after; nil where nothing was stored.
    public var new: String?

    /// The line of the value in the file, from 1.
    public var line: Int?

    /// The column in the file, from 1, in Unicode scalars.
    public var column: Int?
  }

  /// The property as it is in the end.
  public var property: InspectedProperty

  /// The reasons, in the order in which they happened; the last is the effective value.
  public var reasons: [Reason]

  /// The reason that decided: the last that made the value another than it was before.
  public var reason: Reason? {
    reasons.last { ![.effective, .warning, .parent, .undone].contains($0.kind) }
  }
}
