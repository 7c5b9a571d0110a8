/// A reference from a drawing, a placement or a condition to a property of the object's parent, such as `parent.color`.
package enum ParentName {
  private static let prefix = "parent."

  /// Returns the name of the parent's property; nil if the name does not refer to the parent.
  package static func name(in name: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Returns true if the JSON text of a drawing or placement may contain such a reference; false for nil.
  package static func isIn(_ text: String?) -> Bool { text?.contains(prefix) ?? false }
}
