extension SceneSession {
  /// Reports what happens to every component that is built from now on, step by step; nil stops that.
  ///
  /// ```swift
  /// session.traceLifecycles { print($0.object, $0.steps.map(\.name)) }
  /// _ = try session.inspect(id: "volume")  // volume ["init", "frame", "maximumValue", "value", …]
  /// ```
  ///
  /// `body` is called while the session is locked. Traced builds take longer: the component is read after every step.
  public func traceLifecycles(_ body: ((Lifecycle) -> Void)?) {
    withModel { $0.tracer = body }
  }
}
