package import JSONText

/// The reason why a bundle cannot be read, verified, applied or written.
public struct BundleError: Error, Hashable, Sendable, Refusal {
  /// The stable code: `bundle.open`, `bundle.syntax`, `bundle.format`, `bundle.hash`, `bundle.count`,
  /// `bundle.attribute`, `bundle.write`, `unknown.class`, `unknown.property`, `type.mismatch` or `plugin.problems`.
  public var code: DiagnosticCode

  /// The path of the file or folder that has the error; nil if the error is about components.
  public var file: String?

  /// The line, from 1; nil if the error has no position in the file.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil if the error has no position in the file.
  public var column: Int?

  /// The problem and its remedy, as one lower-case sentence.
  public var message: String

  /// Makes an error from a code, a sentence and an optional position.
  public init(code: DiagnosticCode, file: String? = nil, line: Int? = nil, column: Int? = nil, message: String) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  init(_ problem: BundleProblem, file: String? = nil) {
    self.init(code: problem.code, file: file, message: problem.message)
  }
}

extension BundleError: CustomStringConvertible {
  /// The message, after the file and the position if they are known: `card.bundle/attributes.json:3:7: …`.
  public var description: String {
    let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
    return place.isEmpty ? message : "\(place): \(message)"
  }
}

/// A problem in a bundle or in the classes to which the bundle is applied.
enum BundleProblem {
  case cannotOpen(reason: String)
  case notABundle
  case format(found: String?)
  case member(String, of: String, expected: String)
  case unknownMember(String, of: String)
  case duplicateMember(String)
  case fileName(String)
  case changedFile(String)
  case count(what: String, stated: Int, found: Int)
  case duplicateObject(String)
  case duplicateAttribute(String, object: String)
  case keyPath(String, object: String)
  case type(String, object: String)
  case value(PropertyValueError, keyPath: String, object: String)
  case registration([PlacedProblem])
  case unknownClass(String, object: String, known: [String])
  case otherClass(String, object: String, component: String)
  case unknownExtension(String, keyPath: String, object: String, known: [String])
  case noExtension(String)
  case unknownProperty(String, className: String, known: [String])
  case otherType(String, className: String, declared: PropertyType, found: PropertyType)
  case notOptional(String, className: String, type: PropertyType)

  var code: DiagnosticCode {
    switch self {
    case .cannotOpen, .notABundle: .bundleOpen
    case .format, .member, .unknownMember, .duplicateMember, .fileName, .duplicateObject: .bundleFormat
    case .changedFile: .bundleHash
    case .count: .bundleCount
    case .duplicateAttribute, .keyPath, .type, .value: .bundleAttribute
    case .registration, .noExtension: .pluginProblems
    case .unknownClass, .otherClass, .unknownExtension: .unknownClass
    case .unknownProperty: .unknownProperty
    case .otherType, .notOptional: .typeMismatch
    }
  }

  var message: String {
    switch self {
    case .cannotOpen(let reason): "cannot be opened: \(reason)"
    case .notABundle: "this is not a bundle: it has no 'bundle.json'; write one with 'inspector export'"
    case .format(let found?): "the format is '\(found)', not '\(RuntimeBundle.format)'; export the scene again"
    case .format(nil): "'format' is missing; a bundle says '\(RuntimeBundle.format)'"
    case .member(let key, let owner, let expected): "'\(key)' of \(owner) is missing or is not \(expected)"
    case .unknownMember(let key, let owner): "unknown key '\(key)' in \(owner)"
    case .duplicateMember(let key): "the key '\(key)' appears twice"
    case .fileName(let name): "'files' names '\(name)', which is not a file of the bundle's own folder"
    case .changedFile(let name): "'\(name)' is not the file that the bundle was written with; export the scene again"
    case .count(let what, let stated, let found): "the bundle says that it has \(stated) \(what), but it has \(found)"
    case .duplicateObject(let id): "the id '\(id)' is used twice"
    case .duplicateAttribute(let keyPath, let id): "'\(id)' has the attribute '\(keyPath)' twice"
    case .keyPath(let keyPath, let id): "'\(keyPath)' of '\(id)' is not a key path, such as 'layer.cornerRadius'"
    case .type(let type, let id): "'\(type)' of '\(id)' is not a type; the types are \(PropertyType.list)"
    case .value(let error, let keyPath, let id): "'\(id).\(keyPath)': \(error)"
    case .registration(let problems): problems.map(\.description).joined(separator: "\n")
    case .unknownClass(let name, let id, let known):
      "the class '\(name)' of '\(id)' is not among those given\(DidYouMean.suffix(for: name, among: known))"
    case .otherClass(let name, let id, let component):
      "'\(id)' is of the class '\(name)', but the component is a '\(component)'"
    case .unknownExtension(let name, let keyPath, let id, let known):
      "'\(keyPath)' of '\(id)' is of the extension '\(name)', which is not among those given\(DidYouMean.suffix(for: name, among: known))"
    case .noExtension(let name): "'\(name)' extends no class; give it among the classes"
    case .unknownProperty(let keyPath, let className, let known):
      "unknown property '\(keyPath)' on '\(className)'\(DidYouMean.suffix(for: keyPath, among: known))"
    case .otherType(let keyPath, let className, let declared, let found):
      "'\(keyPath)' of '\(className)' is \(declared.phrase), but the bundle has \(found.phrase); export the scene again"
    case .notOptional(let keyPath, let className, let type):
      "'\(keyPath)' of '\(className)' is \(type.phrase) and cannot be unset; export the scene again"
    }
  }
}
