public import InspectorKit

extension SceneSession {
  /// Derives the scene's bundle again and lists how it differs from one that was loaded; an empty list where they are
  /// the same.
  ///
  /// - Parameters:
  ///   - bundle: the bundle that was loaded.
  ///   - limit: how many differences between attributes are listed one by one.
  public func differences(from bundle: RuntimeBundle, limit: Int = 20) throws(EditError) -> [String] {
    BundleComparison(written: bundle, derived: try self.bundle(effective: bundle.isEffective), limit: limit).differences
  }
}
