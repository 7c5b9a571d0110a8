internal import InspectorKit

// What is different in a description, in words: `Gauge.maximum added`.
extension DescriptionChange: CustomStringConvertible {
  /// A few words, such as `Gauge.maximum added`.
  public var description: String {
    switch self {
    case .name(let old, let new): "named '\(new)', formerly '\(old)'"
    case .version(let old, let new): "version \(old) → \(new)"
    case .classAdded(let name): "\(name) added"
    case .classRemoved(let name): "\(name) removed"
    case .classChanged(let name): "\(name) described differently"
    case .actionAdded(let name, let owner): "action \(owner).\(name) added"
    case .actionRemoved(let name, let owner): "action \(owner).\(name) removed"
    case .propertyAdded(let name, let owner): "\(owner).\(name) added"
    case .propertyRemoved(let name, let owner): "\(owner).\(name) removed"
    case .propertyRenamed(let old, let new, let owner): "\(owner).\(old) renamed to \(new)"
    case .retyped(let name, let owner, let old, let new):
      "\(owner).\(name) \(old.rawValue) → \(new.rawValue)"
    case .defaultChanged(let name, let owner, let old, let new):
      "\(owner).\(name) default \(Self.words(old)) → \(Self.words(new))"
    case .propertyChanged(let name, let owner): "\(owner).\(name) described differently"
    }
  }

  private static func words(_ value: PropertyValue?) -> String {
    guard let value else { return "unset" }
    let text = value.text
    let short = text.count > 40 ? "\(text.prefix(40))…" : text
    // An empty one is seen, and none is taken for another type.
    return value.type == .string ? "\"\(short)\"" : short
  }
}

extension [DescriptionChange] {
  /// The first few, after a blank; empty where there are none.
  var inParentheses: String {
    let most = 3
    guard !isEmpty else { return "" }
    return
      " (\(prefix(most).map(\.description).joined(separator: ", "))\(count > most ? " and \(count - most) more" : ""))"
  }
}
