internal import InspectorKit
internal import JSONText

/// The reasons for a refusal to pack a plugin.
enum PackingRefusal: Refusal {
  case noPluginProduct(String)
  case noProduct(String, [String])
  case severalProducts([String])
  case buildFailed(String)
  case badFileName(String, right: String)
  case noSwift

  var code: DiagnosticCode {
    switch self {
    case .noSwift: .toolMissing
    case .noPluginProduct, .noProduct: .pluginMissing
    case .severalProducts: .pluginAmbiguous
    case .buildFailed: .buildFailed
    case .badFileName: .pluginRefused
    }
  }

  var message: String {
    switch self {
    case .noPluginProduct(let folder):
      "the package in '\(folder)' has no executable product whose name begins with 'inspector-plugin-'; add one to 'products' in Package.swift"
    case .noProduct(let name, let products):
      "the package has no plugin '\(name)'\(DidYouMean.suffix(for: name, among: products)); write the product's full name"
    case .severalProducts(let products):
      "the package has several plugins; choose with '--product' one of \(products.map { "'\($0)'" }.joined(separator: ", "))"
    case .buildFailed(let folder): "the package in '\(folder)' was not built; fix what 'swift build' reports above"
    case .badFileName(let path, let name):
      "'\(path)' is not a name under which this plugin is found; call it '\(name)', or name a folder"
    case .noSwift:
      "a Swift package is packed with 'swift', which is not on the PATH; install it from https://swift.org/install"
    }
  }
}
