/// An explanation of a property's value, from the class's default to the component's reply.
///
/// ```swift
/// let explanation = try session.why("volume.value")
/// explanation.reasons.map(\.text)
/// // ["'SliderView' declares the default 0.5", "the file stores 12", "the hook of 'value' makes it 10, not 12",
/// //  "the value is 10"]
/// ```
public struct ValueExplanation: Hashable, Sendable {
  /// One reason for the value.
  public struct Reason: Hashable, Sendable {
    /// The kinds of reasons.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The default that applies without a stored value.
      case `default`
      /// An edit of this session inserted the object.
      case created
      /// The value that the file stored when it was read.
      case file
      /// An edit of this session changed the stored value, the object's class, or a color that the value names.
      case edit
      /// An edit of that kind was undone and can be redone.
      case undone
      /// The value is a colour's name.
      case palette
      /// The property cannot accept the stored value.
      case refused
      /// The property's condition disables it.
      case inactive
      /// Setting this or another property changed the value.
      case hook
      /// `awake` or `prepareForInspector` changed the value.
      case lifecycle
      /// An extension of the class wrote the value, or computes it.
      case `extension`
      /// The hooks that produced the value read the parent.
      case parent
      /// A hook issued a warning when the property was set.
      case warning
      /// The component returns a different value for an unknown reason.
      case component
      /// A constraint of the object, or another input of layout.
      case layout
      /// The effective value.
      case effective
    }

    /// The kind of the reason.
    public var kind: Kind

    /// A sentence. It may hold text of documents and plugins: escape it for a terminal.
    public var text: String

    /// The number of the step in the session's history; nil if the reason is no edit.
    public var step: Int?

    /// The name of the step in the session's history; nil if the reason is no edit.
    public var command: String?

    /// The property that was set, the method that ran, the parent's `ID.PROPERTY`, or the colour's name.
    public var cause: String?

    /// The JSON text of the former value; nil if nothing was stored.
    public var old: String?

    /// The JSON text of the new value; nil if nothing is stored.
    public var new: String?

    /// The line of the value in the file, from 1; nil if the reason has none.
    public var line: Int?

    /// The column in the file, from 1, in Unicode scalars; nil if the reason has none.
    public var column: Int?
  }

  /// The property in its final state.
  public var property: InspectedProperty

  /// The reasons, in the order of their occurrence; the last is the effective value.
  public var reasons: [Reason]

  /// The decisive reason: the last one that changed the value.
  public var reason: Reason? {
    reasons.last { ![.effective, .warning, .parent, .undone].contains($0.kind) }
  }
}
