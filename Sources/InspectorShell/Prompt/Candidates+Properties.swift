internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

extension Candidates {
  /// Returns the names of the properties, and of the scene's runtime attributes, that have one of the given types.
  /// Labels follow if no name begins with the typed word, or if the word contains a blank.
  func propertyNames(of classes: [ComponentDefinition], types: [PropertyType] = PropertyType.allCases) -> [Candidate] {
    let properties = properties(of: classes, typed: word.text).filter { types.contains($0.type) }
    let runtime = (shell.scene?.document.runtimeKeyPaths ?? []).filter { types.contains($0.type) }
    let names =
      properties.flatMap { property in
        ([property.name] + property.otherNames).map { Candidate(text: $0, detail: property.brief) }
      } + runtime.map { Candidate(text: $0.keyPath, detail: $0.type.rawValue) }
    guard !names.contains(where: { $0.text.begins(with: word.text) }) || word.text.utf8.contains(0x20) else {
      return names
    }
    return names + properties.map { Candidate(text: $0.label, detail: $0.brief) }
  }

  /// Returns the completions of an assignment: names with a `=`; after a `=`, values; and after a `:`, the types of
  /// runtime attributes.
  func assignments(of classes: [ComponentDefinition]) -> [Candidate] {
    guard let assignment = Assignment(typed: word.text) else {
      if let colon = word.text.utf8.lastIndex(of: UInt8(ascii: ":")) {
        return PropertyType.allCases.map {
          Candidate(text: "\(word.text[...colon])\($0.rawValue)=", detail: "a runtime attribute", isWhole: false)
        }
      }
      return propertyNames(of: classes).map { Candidate(text: $0.text + "=", detail: $0.detail, isWhole: false) }
    }
    guard let equals = word.text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return [] }
    let head = String(word.text[..<word.text.utf8.index(after: equals)])
    let property = classes.lazy.compactMap { $0.property(typed: assignment.name) }.first
    if let className = property?.references, let scene = shell.scene {
      let isMeant = Set(scene.session.objects(fitting: className))
      return objects { isMeant.contains($0) ? head + scene.document.id($0) : "" }
    }
    return property.map(values)?.map { Candidate(text: head + $0.text, detail: $0.detail) } ?? []
  }

  /// Returns the values to offer for a property: its options or flags, else `true` and `false` for a Bool, or the named colours
  /// for a Color; empty for any other property.
  private func values(of property: PropertyDefinition) -> [Candidate] {
    if !property.options.isEmpty {
      return property.options.map { Candidate(text: $0.value.text, detail: $0.label == $0.value.text ? "" : $0.label) }
    }
    if let flags = property.flags { return flags.map { Candidate(text: $0.label, detail: $0.value.text) } }
    switch property.type {
    case .bool: return ["true", "false"].map { Candidate(text: $0) }
    case .color:
      let palette = (shell.scene?.session.palette ?? []).map { Candidate(text: $0.name, detail: $0.stored) }
      return palette + Color.names.map { Candidate(text: $0) }
    default: return []
    }
  }

  /// The candidates for the last part of a selector: a class, an id, an attribute or a pseudo-class.
  var selectors: [Candidate] {
    let ends = word.text.unicodeScalars.lastIndex { " >,+~#[:(".unicodeScalars.contains($0) }
    guard let ends else {
      return classNames(head: "") + [Candidate(text: "@"), Candidate(text: ".")] + hashes(head: "")
    }
    let head = String(word.text[..<ends])
    let after = word.text.unicodeScalars.index(after: ends)
    switch word.text.unicodeScalars[ends] {
    case "#": return hashes(head: head)
    case "[":
      let typed = String(word.text[after...])
      return properties(of: shell.classes(meantBy: head), typed: typed).flatMap { property in
        ([property.name] + property.otherNames).map {
          Candidate(text: "\(head)[\($0)", detail: property.brief, isWhole: false)
        }
      }
    case ":":
      return Selector.pseudoClasses.map { name, form in
        let isOpen = form.utf8.contains(UInt8(ascii: "("))
        return Candidate(text: "\(head):\(name)\(isOpen ? "(" : "")", isWhole: !isOpen)
      }
    case "(" where head.ends(with: ":kind"):
      return shell.classes.map { Candidate(text: "\(head)(\($0.name))", detail: $0.label) }
    default: return classNames(head: String(word.text[..<after])) + hashes(head: String(word.text[..<after]))
    }
  }

  /// Returns the properties of classes, without duplicate names. If nothing has been typed yet, aliases and the many
  /// properties of extensions are left out.
  private func properties(of classes: [ComponentDefinition], typed: String) -> [PropertyDefinition] {
    var seen: Set<String> = []
    return classes.flatMap(\.properties).filter { property in
      (!typed.isEmpty || !property.isOfExtension) && seen.insert(property.name).inserted
    }.map { property in
      var property = property
      if typed.isEmpty { property.otherNames = [] }
      return property
    }
  }

  /// Returns the names of the scene's classes, each after `head`.
  private func classNames(head: String) -> [Candidate] {
    // The user may continue with a condition in brackets.
    Set(shell.scene?.document.classNames ?? []).map { Candidate(text: head + $0, isWhole: false) }
  }

  /// Returns the scene's ids as selectors such as `#badge`, each after `head`; none unless a `#` is typed after `head`.
  func hashes(head: String) -> [Candidate] {
    guard let document = shell.scene?.document, word.text.utf8.dropFirst(head.utf8.count).first == UInt8(ascii: "#")
    else { return [] }
    return objects { head + Selector.text(ofID: document.id($0)) }
  }
}

extension PropertyDefinition {
  /// A one-line description that helps the user to type a value: type, limits, unit and help text.
  var brief: String {
    let limits = self.limits
    let parts = [type.rawValue, limits.isEmpty ? nil : limits, self.unit.map { "in \($0)" }]
    let form = parts.compactMap(\.self).joined(separator: ", ")
    return self.help.map { "\(form). \($0)" } ?? form
  }
}
