extension SceneSession {
  /// Reports what happens to every component that is built from now on, step by step; nil stops that.
  ///
  /// ```swift
  /// session.traceLifecycles { print($0.object, $0.steps.map(\.name)) }
  /// _ = try session.inspect(id: "volume")  // volume ["init", "frame", "maximumValue", "value", …]
  /// ```
  ///
  /// `body` is called with the locks of the session and of the component's plugin held, so it must use no session. Traced builds take longer: the component is read after every step.
  public func traceLifecycles(_ body: (@Sendable (Lifecycle) -> Void)?) {
    withModel { $0.tracer = body }
  }
}
