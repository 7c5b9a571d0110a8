/// A name in a drawing, a placement or a condition of theirs that refers to a property of the object's parent, such as
/// `parent.color`.
package enum ParentName {
  private static let prefix = "parent."

  /// Returns the name of the parent's property; nil if the name does not refer to the parent.
  package static func name(in name: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Returns true if a drawing or a placement, as JSON text, may have such a name.
  package static func isIn(_ text: String?) -> Bool { text?.contains(prefix) ?? false }
}
