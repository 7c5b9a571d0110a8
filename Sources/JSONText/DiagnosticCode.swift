/// The stable code of an error, warning or note, such as `unknown.property`; `Schemas/diagnostic-codes.json` says what
/// each means.
public enum DiagnosticCode: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case actionInactive = "action.inactive"
  case aliasUnknown = "alias.unknown"
  case buildFailed = "build.failed"
  case bundleAttribute = "bundle.attribute"
  case bundleCount = "bundle.count"
  case bundleFormat = "bundle.format"
  case bundleHash = "bundle.hash"
  case bundleOpen = "bundle.open"
  case bundleSyntax = "bundle.syntax"
  case cancelled
  case editConflict = "edit.conflict"
  case editExpected = "edit.expected"
  case editOrder = "edit.order"
  case editStructure = "edit.structure"
  case editTransaction = "edit.transaction"
  case editValue = "edit.value"
  case historyEnd = "history.end"
  case hookLoop = "hook.loop"
  case hookRange = "hook.range"
  case hookRejected = "hook.rejected"
  case hookUnstable = "hook.unstable"
  case hookWarning = "hook.warning"
  case ioChanged = "io.changed"
  case ioCreate = "io.create"
  case ioExists = "io.exists"
  case ioLocked = "io.locked"
  case ioOpen = "io.open"
  case ioRead = "io.read"
  case ioUnchanged = "io.unchanged"
  case ioWrite = "io.write"
  case journalChanged = "journal.changed"
  case journalDamaged = "journal.damaged"
  case journalFolder = "journal.folder"
  case journalLocked = "journal.locked"
  case journalRead = "journal.read"
  case journalTorn = "journal.torn"
  case journalUnsafe = "journal.unsafe"
  case journalVersion = "journal.version"
  case journalWrite = "journal.write"
  case jsonDuplicateKey = "json.duplicate-key"
  case jsonLimit = "json.limit"
  case jsonSyntax = "json.syntax"
  case jsonUTF8 = "json.utf8"
  case layoutAmbiguous = "layout.ambiguous"
  case layoutClash = "layout.clash"
  case layoutConstrained = "layout.constrained"
  case layoutConstraint = "layout.constraint"
  case layoutFrame = "layout.frame"
  case layoutUnsolved = "layout.unsolved"
  case memory
  case objectNone = "object.none"
  case paletteTaken = "palette.taken"
  case paletteUsed = "palette.used"
  case patchMember = "patch.member"
  case pluginAmbiguous = "plugin.ambiguous"
  case pluginBase = "plugin.base"
  case pluginChanged = "plugin.changed"
  case pluginCrashed = "plugin.crashed"
  case pluginLimit = "plugin.limit"
  case pluginMissing = "plugin.missing"
  case pluginProblems = "plugin.problems"
  case pluginRefused = "plugin.refused"
  case pluginReply = "plugin.reply"
  case pluginTimeout = "plugin.timeout"
  case pluginVersion = "plugin.version"
  case propertyAlias = "property.alias"
  case propertyDeprecated = "property.deprecated"
  case propertyInactive = "property.inactive"
  case recoveryNone = "recovery.none"
  case sceneClosed = "scene.closed"
  case sceneDuplicateID = "scene.duplicate-id"
  case sceneFormat = "scene.format"
  case sceneModified = "scene.modified"
  case scenePlugins = "scene.plugins"
  case sceneReserved = "scene.reserved"
  case scratchNone = "scratch.none"
  case scratchOpen = "scratch.open"
  case scriptFormat = "script.format"
  case selectorEmpty = "selector.empty"
  case selectorMany = "selector.many"
  case toolMissing = "tool.missing"
  case typeMismatch = "type.mismatch"
  case unknownAction = "unknown.action"
  case unknownClass = "unknown.class"
  case unknownColor = "unknown.color"
  case unknownKey = "unknown.key"
  case unknownName = "unknown.name"
  case unknownObject = "unknown.object"
  case unknownProperty = "unknown.property"
  case usage
  case valueAbsent = "value.absent"
  case valueArithmetic = "value.arithmetic"
  case valueClipped = "value.clipped"
  case valueColor = "value.color"
  case valueInvalid = "value.invalid"
  case valueOption = "value.option"
  case valueRange = "value.range"
  case valueReadOnly = "value.read-only"
  case valueRequired = "value.required"
  case valueUnit = "value.unit"
  case watchUnknown = "watch.unknown"
  case workerRequest = "worker.request"

  /// The code as outputs and messages have it.
  public var description: String { rawValue }

  /// Whether a plugin that was needed is missing, failed or crashed.
  package var isOfPlugin: Bool {
    switch self {
    case .pluginAmbiguous, .pluginBase, .pluginChanged, .pluginCrashed, .pluginLimit, .pluginMissing, .pluginProblems,
      .pluginRefused, .pluginReply, .pluginTimeout, .pluginVersion:
      true
    default: false
    }
  }
}

/// Why something is refused. Each module makes those that it gives in an extension of its own, with their sentences.
package struct Refusal: Error {
  package let code: DiagnosticCode

  /// One lower-case sentence with its remedy.
  package let message: String

  package init(_ code: DiagnosticCode, _ message: String) { (self.code, self.message) = (code, message) }
}
