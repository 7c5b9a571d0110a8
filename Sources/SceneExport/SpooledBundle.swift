public import InspectorKit

/// A bundle as the text of its files, for a ``BundleFolder`` to write.
///
/// ```swift
/// let bundle = try session.spooledBundle()
/// try BundleFolder(path: "card.bundle").write(bundle)
/// ```
public final class SpooledBundle {
  /// How many objects the bundle has.
  public let objectCount: Int

  /// How many attributes all objects have together.
  public let attributeCount: Int

  /// Whether the values are what the hooks made of the stored ones.
  public let isEffective: Bool

  /// What the scene stores and the bundle does not hold, and why.
  public let notCarried: [RuntimeBundle.Omission]

  let manifest: [UInt8]
  package let attributes: ByteSpool
  package let job: InspectorJob

  package init(_ bundle: RuntimeBundle, _ text: BundleText, _ attributes: ByteSpool, under job: InspectorJob) {
    (objectCount, attributeCount) = (text.objects, text.attributes)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
    manifest = text.manifest(of: bundle)
    self.attributes = attributes
    self.job = job
  }
}
