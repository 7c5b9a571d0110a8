internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The report of `plugin diff`, as text and as JSON.
struct PluginDiffReport {
  let old: ComparedBuild
  let new: ComparedBuild
  let changes: [DescriptionChange]
  var scenes: [(path: String, losses: [SceneLosses.Loss], error: Diagnostic?)] = []

  // MARK: text

  var lines: [String] {
    let name = "\(new.description.name) \(old.description.version) → \(new.description.version)"
    let breaking = changes.count(where: \.isBreaking)
    let summary =
      changes.isEmpty
      ? "no changes" : "\(pluralised(changes.count, "change")), \(breaking == 0 ? "none" : "\(breaking)") breaking"
    var lines = ["\(name): \(summary)"]
    for change in changes { lines.append("  \(change.isBreaking ? "breaking: " : "")\(change)") }
    for (path, losses, _) in scenes where !losses.isEmpty {
      lines.append(FileName.shown(path))
      lines += losses.map { "  \($0.words)" }
    }
    if !scenes.isEmpty {
      let (count, unread) = (scenes.count { !$0.losses.isEmpty }, scenes.count { $0.error != nil })
      lines.append(
        "\(pluralised(scenes.count, "scene")): \(count == 0 ? "nothing is lost" : "\(count) would lose something")\(unread == 0 ? "" : ", \(unread) not read")"
      )
    }
    return lines
  }

  // MARK: JSON

  /// The report as an `inspector-plugin-diff/1` document.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("format", "inspector-plugin-diff/1"), ("old", old.json), ("new", new.json),
      ("breaking", .int(changes.count(where: \.isBreaking))), ("changes", .array(changes.map(\.record))),
    ]
    if !scenes.isEmpty {
      members.append(
        (
          "scenes",
          .array(
            scenes.map { path, losses, error in
              let problem = error.map { error -> [(String, JSON)] in
                [("error", ["code": .string(error.code.rawValue), "message": .string(error.message)])]
              }
              return JSON(
                members: FileName.members("scene", path) + [("losses", .array(losses.map(\.record)))] + (problem ?? []))
            })
        ))
    }
    return JSON(members: members)
  }
}

extension ComparedBuild {
  fileprivate var json: JSON {
    JSON(
      members: [("plugin", .string(description.name)), ("version", .string(description.version))]
        + FileName.members("path", path))
  }
}

extension SceneLosses.Loss {
  /// The loss in a few words, such as `a.width: 1 → 2`.
  fileprivate var words: String {
    let place = [object, property].compactMap(\.self).joined(separator: ".")
    if let finding { return "\(place.isEmpty ? "" : "\(place): ")\(finding.message)" }
    func words(_ value: PropertyValue?) -> String { value?.text ?? "unset" }
    return "\(place): \(words(effective?.old)) → \(words(effective?.new))"
  }

  fileprivate var record: JSON {
    var members: [(String, JSON)] = [("kind", finding == nil ? "effective" : "finding")]
    if let object { members.append(("object", .string(object))) }
    if let property { members.append(("property", .string(property))) }
    if let finding {
      members += [
        ("code", .string(finding.code.rawValue)), ("severity", .string(finding.severity.rawValue)),
        ("message", .string(finding.message)),
      ]
    } else {
      members += [("old", effective?.old?.json ?? .null), ("new", effective?.new?.json ?? .null)]
    }
    return JSON(members: members)
  }
}

extension DescriptionChange {
  fileprivate var record: JSON {
    let (kind, className, property) = identity
    var members: [(String, JSON)] = [("kind", .string(kind))]
    if let className { members.append(("class", .string(className))) }
    if let property { members.append(("property", .string(property))) }
    return JSON(members: members + [("breaking", .bool(isBreaking)), ("message", .string(description))])
  }

  /// The kind of the change as reports name it, with the class and the property or action that it affects.
  private var identity: (kind: String, className: String?, property: String?) {
    switch self {
    case .name: ("name", nil, nil)
    case .version: ("version", nil, nil)
    case .settings: ("settings", nil, nil)
    case .transformers: ("transformers", nil, nil)
    case .classAdded(let name): ("classAdded", name, nil)
    case .classRemoved(let name): ("classRemoved", name, nil)
    case .classRenamed(_, let name): ("classRenamed", name, nil)
    case .classAliasRemoved(_, let name): ("classAliasRemoved", name, nil)
    case .baseChanged(let name, _, _): ("base", name, nil)
    case .classChanged(let name): ("class", name, nil)
    case .actionAdded(let name, let owner): ("actionAdded", owner, name)
    case .actionRemoved(let name, let owner): ("actionRemoved", owner, name)
    case .propertyAdded(let name, let owner): ("propertyAdded", owner, name)
    case .propertyRemoved(let name, let owner): ("propertyRemoved", owner, name)
    case .propertyRenamed(_, let name, let owner): ("propertyRenamed", owner, name)
    case .aliasRemoved(_, let name, let owner): ("aliasRemoved", owner, name)
    case .retyped(let name, let owner, _, _): ("type", owner, name)
    case .defaultChanged(let name, let owner, _, _): ("default", owner, name)
    case .rangeChanged(let name, let owner, _, _): ("range", owner, name)
    case .optionAdded(_, let name, let owner): ("optionAdded", owner, name)
    case .optionRemoved(_, let name, let owner): ("optionRemoved", owner, name)
    case .optionRenamed(_, _, let name, let owner): ("optionRenamed", owner, name)
    case .optionsChanged(let name, let owner, _): ("options", owner, name)
    case .optionalChanged(let name, let owner, _): ("optional", owner, name)
    case .requiredChanged(let name, let owner, _): ("required", owner, name)
    case .readOnlyChanged(let name, let owner, _): ("readOnly", owner, name)
    case .storedFormChanged(let name, let owner, _, _): ("storedAs", owner, name)
    case .propertyChanged(let name, let owner): ("property", owner, name)
    }
  }
}
