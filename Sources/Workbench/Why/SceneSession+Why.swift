extension SceneSession {
  /// How a property came to have its value: default, file, edits of this session, hooks, parent.
  ///
  /// ```swift
  /// for chapter in try session.why("badge.Corner Radius").chapters { print(chapter.kind, chapter.text) }
  /// ```
  ///
  /// Hooks are traced by building the object's component once more. Undone edits are listed, marked as undone.
  ///
  /// - Parameter reference: `ID.PROPERTY`, as for ``value(of:)``.
  public func why(_ reference: String) throws(EditError) -> ValueStory {
    try asking { model throws(EditError) in
      let (node, name) = try Self.split(reference, in: model)
      return try StoryTeller(model, node, name, history: steps).story()
    }
  }
}
