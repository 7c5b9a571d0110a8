/// An explanation of a property's value: everything that determined the value, from the class's default to the
/// component's reply.
///
/// ```swift
/// let explanation = try session.why("volume.value")
/// explanation.reasons.map(\.text)
/// // ["'SliderView' declares the default 0.5", "the object stores 12",
/// //  "the hook of 'value' of 'SliderView' makes it 10, not 12; it depends on 'maximumValue', which is 10",
/// //  "the value is 10"]
/// ```
public struct ValueExplanation: Hashable, Sendable {
  /// One reason for the value, such as a default, an edit or a hook.
  public struct Reason: Hashable, Sendable {
    /// The kinds of reasons, by the source of the value or the cause of its change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The default that applies without a stored value.
      case `default`
      /// An edit of this session inserted the object.
      case created
      /// The value that a template stores for this instance.
      case template
      /// The value of the setting to which a document binds the property.
      case binding
      /// The value that the file stored when it was read.
      case file
      /// An edit of this session changed the stored value, the object's class, or a colour that the value names.
      case edit
      /// An edit of this session that was undone and can be redone; see ``edit``.
      case undone
      /// The stored value is the name of a colour that the palette or CSS defines.
      case palette
      /// The stored value is invalid for the property, or a hook rejects it.
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
      /// A hook issued a warning when the property was set, or when its value changed.
      case warning
      /// The component returns a different value for an unknown reason.
      case component
      /// A constraint of the object, or another input of layout.
      case layout
      /// The effective value, which is always the last reason.
      case effective
    }

    /// The kind of reason, by which programs distinguish reasons.
    public var kind: Kind

    /// The reason as a clause. It may contain text of documents and plugins, so escape it for a terminal.
    public var text: String

    /// The number of the step in the session's history; nil if the reason is not an edit.
    public var step: Int?

    /// The name of the step in the session's history; nil if the reason is not an edit.
    public var command: String?

    /// The cause, by the kind of reason: the property that was set, the method that ran, the parent's id or
    /// `ID.PROPERTY`, the name of a colour, a class or an extension, or a constraint's id or attribute. Nil if the
    /// reason has no cause.
    public var cause: String?

    /// The JSON text of the value before an edit or a hook; nil if nothing was stored, or the reason changes no value.
    public var old: String?

    /// The JSON text of the resulting value; nil if nothing is stored afterwards, or if the reason does not set a
    /// value.
    public var new: String?

    /// The file that the line and the column refer to, which is a template's; nil for the scene's own file.
    public var file: String?

    /// The line of the value or constraint in the file, from 1; nil if the reason has no position.
    public var line: Int?

    /// The column in that line, from 1, in Unicode scalars; nil if the reason has no position.
    public var column: Int?
  }

  /// The property with its stored and effective value.
  public var property: InspectedProperty

  /// The reasons, in the order of their occurrence; the last is the effective value.
  public var reasons: [Reason]

  /// The decisive reason: the last one that sets or changes the value; nil if there is none.
  public var reason: Reason? {
    reasons.last { ![.effective, .warning, .parent, .undone].contains($0.kind) }
  }
}
