extension SceneSession {
  /// Hands every object to `body`, in the order of the document, as its component judged it.
  public func forEachObject<E>(_ body: (ObjectValues) throws(E) -> Void) throws(E) {
    try withModel { model throws(E) in
      try model.forEachAnswer { node, answers throws(E) in try body(model.values(of: node, answers.answer)) }
    }
  }
}
