internal import CommandLineKit
internal import JSONText

/// Why a bundle is not written or compared as the command line says.
enum ExportUsage: UsageRefusal {
  case outputAndVerify
  case effectiveVerify
  case bundleToOutput

  var message: String {
    switch self {
    case .outputAndVerify: "'--output' writes and '--verify' does not; leave one out"
    case .effectiveVerify: "the bundle says itself whether it is effective; leave '--effective' out"
    case .bundleToOutput: "a bundle is a folder and cannot go to the standard output; name a folder"
    }
  }
}
