internal import SceneDocument

/// An edit of a session as it was asked for, by which it can be made again elsewhere.
enum MadeEdit {
  case edit(EditRequest)

  /// One that nobody asked for in words, such as a recovery: the text that came of it.
  case text(DocumentSnapshot)
}
