internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

extension PluginDiagnosis {
  /// Adds the members of `inspector-doctor/1` that contain the findings.
  ///
  /// - Parameter scene: the scene whose requirements were checked; nil for none.
  func addMembers(to line: inout JSONLine, scene: String?) {
    line.add("fine", .bool(isFine))
    line.add("places", .array(places.map(\.json)))
    guard let scene else { return }
    line.add("scene", JSON(members: FileName.members("path", scene) + [("steps", .array(requirements.map(\.json)))]))
  }
}

extension PluginDiagnosis.Place {
  fileprivate var json: JSON {
    JSON(
      members: [("origin", .string(place.origin.rawValue))] + FileName.members("path", place.path) + [
        ("exists", .bool(place.kind != nil)), ("steps", .array(findings.map(\.json))),
        ("files", .array(files.map(\.json))),
      ])
  }
}

extension PluginDiagnosis.File {
  fileprivate var json: JSON {
    var members = FileName.members("path", path)
    members.append(("used", .bool(isUsed)))
    if isUsed, let plugin, let description = plugin.description {
      members += [
        ("name", .string(description.name)), ("version", .string(description.version)), ("data", .bool(plugin.isData)),
      ]
    }
    members.append(("steps", .array(findings.map(\.json))))
    return JSON(members: members)
  }
}

extension DoctorFinding {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [
      ("step", .string(step.rawValue)), ("verdict", .string(verdict.rawValue)),
      ("message", .string(FileName.shown(message))),
    ]
    switch remedy {
    case .command(let text): members.append(("command", .string(FileName.shown(text))))
    case .advice(let text): members.append(("advice", .string(text)))
    case nil: break
    }
    return JSON(members: members)
  }
}
