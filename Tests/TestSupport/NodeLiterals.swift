public import SceneDocument

/// Integer literals for nodes in tests.
extension NodeIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}
