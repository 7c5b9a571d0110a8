package import SceneDocument

/// An edit of a session as it was asked for, by which it can be made again elsewhere.
package enum RecordedEdit {
  case edit(EditRequest)

  /// An edit without a request, such as a recovery: the text that it left.
  case text(DocumentSnapshot)
}
