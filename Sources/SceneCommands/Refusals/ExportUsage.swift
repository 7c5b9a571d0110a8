internal import CommandLineKit
internal import JSONText

/// The mistakes in a command line that writes or compares a bundle.
enum ExportUsage: UsageRefusal {
  case outputAndVerify
  case effectiveVerify
  case bundleToOutput

  var message: String {
    switch self {
    case .outputAndVerify: "'--output' writes and '--verify' does not; leave one out"
    case .effectiveVerify: "the bundle itself states whether it is effective; leave '--effective' out"
    case .bundleToOutput: "a bundle is a folder and cannot go to the standard output; name a folder"
    }
  }
}
