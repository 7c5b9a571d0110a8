/// A rule for an object's position in its parent, or for its size: `centerX = parent.centerX`,
/// `width = parent.width - 5`.
///
/// ```swift
/// override class var partConstraints: [String: [LayoutConstraint]] {
///   ["knob": [.init(.centerY, to: .parent(.centerY)), .init(.width, to: .own(.height)), .init(.height, constant: 20)]]
/// }
/// ```
///
/// The attribute must be equal to, at most or at least `multiplier` × the target + `constant`. Without a target it is
/// compared with the constant alone. Positions are relative to the parent's upper left corner, in points. Right-to-left
/// languages are not supported: `leading` means `left`, and `trailing` means `right`.
public struct LayoutConstraint: Hashable, Sendable {
  /// An edge, a centre or a length of an object.
  public enum Attribute: String, CaseIterable, Sendable {
    case left, right, top, bottom, leading, trailing, centerX, centerY, width, height
  }

  /// The comparison between the attribute and the value computed from the target.
  public enum Relation: String, CaseIterable, Sendable {
    case equal = "="
    case atMost = "<="
    case atLeast = ">="
  }

  /// The quantity with which the attribute is compared.
  public enum Target: Hashable, Sendable {
    /// No target: the attribute is compared with the constant alone.
    case none

    /// An attribute of the parent's bounds.
    case parent(Attribute)

    /// An attribute of the parent's bounds, inset by a margin of 8 points at each side.
    case margins(Attribute)

    /// A different attribute of the same object, such as the height as the target of the width.
    case own(Attribute)

    /// The width or the height of the object's property `intrinsicContentSize`. Other attributes are invalid.
    case intrinsic(Attribute)

    /// An attribute of the object with this id. Such constraints are stored and shown, but not solved.
    case object(String, Attribute)
  }

  /// The constrained attribute.
  public var attribute: Attribute

  /// The comparison between the attribute and the target.
  public var relation: Relation

  /// The quantity with which the attribute is compared, before the multiplier and the constant are applied.
  public var target: Target

  /// The factor by which the target is multiplied, from minus a million to a million.
  public var multiplier: Double

  /// The number added to the multiplied target, in points, from minus a billion to a billion.
  public var constant: Double

  /// The priority, from 1 to 1000. Constraints of priority 1000 are required. If the optional constraints cannot all be
  /// met, those of higher priority take precedence.
  public var priority: Int

  /// The name by which messages and the user refer to the constraint; nil for none.
  public var id: String?

  /// Makes a constraint, by default a required one that sets the attribute equal to `constant`. Nothing is checked
  /// here.
  public init(
    _ attribute: Attribute, _ relation: Relation = .equal, to target: Target = .none, multiplier: Double = 1,
    constant: Double = 0, priority: Int = 1000, id: String? = nil
  ) {
    self.attribute = attribute
    self.relation = relation
    self.target = target
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
    self.id = id
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The constraint in readable form: `width = parent.width - 5`.
  public var description: String {
    let number = constant.shortText
    let scale = multiplier == 1 ? "" : "\(multiplier.shortText) × "
    let right =
      switch (target, constant) {
      case (.none, _): number
      case (_, 0): scale + target.text
      case (_, ..<0): "\(scale)\(target.text) - \((-constant).shortText)"
      default: "\(scale)\(target.text) + \(number)"
      }
    return "\(attribute) \(relation.rawValue) \(right)" + (priority == 1000 ? "" : " (priority \(priority))")
  }
}

extension LayoutConstraint.Target {
  /// The target's spelling in scenes, such as `parent.width`; empty for ``none``.
  public var text: String {
    switch self {
    case .none: ""
    case .parent(let attribute): "parent.\(attribute)"
    case .margins(let attribute): "parent.margins.\(attribute)"
    case .own(let attribute): "self.\(attribute)"
    case .intrinsic(let attribute): "intrinsic.\(attribute)"
    case .object(let id, let attribute): "#\(id).\(attribute)"
    }
  }

  var attribute: LayoutConstraint.Attribute? {
    switch self {
    case .none: nil
    case .parent(let attribute), .margins(let attribute), .own(let attribute), .intrinsic(let attribute),
      .object(_, let attribute):
      attribute
    }
  }
}

extension LayoutConstraint.Attribute {
  /// True if the attribute belongs to the horizontal axis.
  public var isHorizontal: Bool {
    switch self {
    case .left, .right, .leading, .trailing, .centerX, .width: true
    case .top, .bottom, .centerY, .height: false
    }
  }

  /// True for `width` and `height`, which are lengths; false for positions.
  public var isLength: Bool { self == .width || self == .height }
}

extension Double {
  /// The number as text, without `.0` if it is whole.
  fileprivate var shortText: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
