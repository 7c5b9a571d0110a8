extension SceneSession {
  /// How a property came to have its value: default, file, edits of this session, hooks, parent.
  ///
  /// ```swift
  /// for reason in try session.why("badge.Corner Radius").reasons { print(reason.kind, reason.text) }
  /// ```
  ///
  /// Hooks are traced by building the object's component once more. Undone edits are listed, marked as undone.
  ///
  /// - Parameter reference: `ID.PROPERTY`, as for ``value(of:isStored:)``.
  public func why(_ reference: String) throws(EditError) -> ValueExplanation {
    try asking { model throws(EditError) in
      let (node, name) = try Self.split(reference, in: model)
      return try ValueExplainer(model, node, name, history: steps).explanation()
    }
  }
}
