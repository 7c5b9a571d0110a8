internal import InspectorKit
internal import JSONText

/// The reasons for refusing a setting, and the problems that are found in settings files.
enum SettingRefusal: Refusal {
  case unknown(String, suggestion: String?)
  /// A key of a plugin's setting, in a run without plugins.
  case withoutPlugins(String)
  case personal(String)
  case untrusted(String)
  case notWritten(String)
  case wrong(AnyRefusal)
  case wrongVariable(String, AnyRefusal)
  case unreadable(AnyRefusal, isKept: Bool)
  case noFolder
  case noWorkspace
  case otherType(String, PropertyType, AnyRefusal)

  var code: DiagnosticCode {
    switch self {
    case .unknown, .withoutPlugins: .settingUnknown
    case .personal, .untrusted: .settingPersonal
    case .wrong(let reason), .wrongVariable(_, let reason), .unreadable(let reason, _), .otherType(_, _, let reason):
      reason.code
    case .notWritten: .valueInvalid
    case .noFolder, .noWorkspace: .ioCreate
    }
  }

  var message: String {
    switch self {
    case .unknown(let key, let suggestion) where SettingDefinition.isOfPlugin(key):
      "no installed plugin declares the setting '\(key)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    case .unknown(let key, let suggestion):
      "there is no setting '\(key)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        + (suggestion == nil ? "; keys of your own begin with 'user.', and 'settings list' shows the others" : "")
    case .withoutPlugins(let key):
      "'\(key)' is the setting of a plugin, and no plugins are used, as '--safe-mode' demands"
    case .personal(let key):
      "'\(key)' is not read from a workspace, which may come from someone else; set it without '--workspace'"
    case .untrusted(let key):
      "'\(key)' is not read from this file, since others can write it or a folder on its path; allow only yourself with 'chmod go-w'"
    case .notWritten(let key): "'\(key)' has a value of none of the eight types"
    case .wrong(let reason): reason.message
    case .wrongVariable(let name, let reason): "the variable \(name) is not used: \(reason.message)"
    case .unreadable(let reason, let isKept):
      "\(reason.message); \(isKept ? "the settings read before stay in use" : "its settings are not used")"
    case .noFolder: "there is no folder for settings: neither XDG_CONFIG_HOME nor HOME is an absolute path"
    case .noWorkspace:
      "there is no workspace here: no folder around the working folder has a folder '.inspector' or '.git'"
    case .otherType(let key, let type, let reason):
      "\(reason.message); '\(key)' is of type \(type.rawValue), and to change the type, unset it first"
    }
  }

  var suggestion: String? {
    switch self {
    case .unknown(_, let suggestion): suggestion
    case .wrong(let reason), .wrongVariable(_, let reason), .otherType(_, _, let reason): reason.suggestion
    default: nil
    }
  }
}

/// The reasons why a settings file cannot be read or created.
enum SettingFileRefusal: Refusal {
  case notAFile
  case cannotCreate(errno: Int32)

  var code: DiagnosticCode { if case .notAFile = self { .ioRead } else { .ioCreate } }

  var message: String {
    switch self {
    case .notAFile: "a settings file is a regular file, and this is none"
    case .cannotCreate(let error): "the settings file cannot be created: \(errnoText(error))"
    }
  }
}
