public import InspectorKit

/// A bundle as the text of its files, for a ``BundleFolder`` to write.
///
/// ```swift
/// let bundle = try session.spooledBundle()
/// try BundleFolder(path: "card.bundle").write(bundle)
/// ```
public final class SpooledBundle {
  public let objectCount: Int
  public let attributeCount: Int
  public let isEffective: Bool
  public let notCarried: [RuntimeBundle.Omission]

  let manifest: [UInt8]
  let attributes: ByteSpool
  let cancellation: Cancellation

  init(_ bundle: RuntimeBundle, _ text: BundleText, _ attributes: ByteSpool, until cancellation: Cancellation) {
    (objectCount, attributeCount) = (text.objects, text.attributes)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
    manifest = text.manifest(of: bundle)
    self.attributes = attributes
    self.cancellation = cancellation
  }
}
