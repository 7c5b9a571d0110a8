package import JSONText

extension CommandFailure {
  /// The member `error` of a scene or of `inspector-error/1`.
  package var json: JSON {
    var members: [(String, JSON)] = [("code", .string(code.rawValue)), ("message", .string(FileName.shown(message)))]
    if let scene { members += FileName.members("scene", scene) }
    if let line { members.append(("line", .int(line))) }
    if let column { members.append(("column", .int(column))) }
    if let script { members += FileName.members("script", script) }
    if let step {
      members.append(("step", .int(step.number)))
      members.append(("path", .string(step.path)))
      members.append(("scriptLine", .int(step.line)))
      members.append(("scriptColumn", .int(step.column)))
    }
    return JSON(members: members)
  }

  /// `inspector-error/1`.
  package var document: JSON {
    .object([
      .init("format", "inspector-error/1"), .init("exitCode", .int(Int(status.rawValue))), .init("error", json),
    ])
  }
}
