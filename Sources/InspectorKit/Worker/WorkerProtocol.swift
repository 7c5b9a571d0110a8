/// The protocol between the host and a plugin's process.
public enum WorkerProtocol {
  /// The versions that this module speaks.
  public static let versions = 1...1

  /// The longest message, in bytes.
  package static let messageLimit = 64 << 20

  /// The modes of a build request.
  package enum Mode: String, Sendable {
    case load, edit, recreate
  }
}

/// A message that cannot be understood, with the reason.
package struct WorkerProtocolError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
