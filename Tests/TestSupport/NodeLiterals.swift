public import SceneDocument

/// Tests name objects by numbers.
extension NodeIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}
