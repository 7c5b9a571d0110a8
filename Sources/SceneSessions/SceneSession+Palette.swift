internal import InspectorKit
internal import JSONText
internal import SceneDocument
public import SceneEditing

extension SceneSession {
  /// The named colours of the scene: its own palette in stored order, then colours of palette documents and templates
  /// that the own palette does not hide, and then the names on which the templates disagree.
  public var palette: [PaletteColor] { withModel(\.namedColors) }

  /// True if the document belongs to another program, whose format has no palettes.
  public var isForeign: Bool { withModel { $0.document.foreignFormat != nil } }

  /// Returns the palette edit that keeps the scene's colours unchanged after another document has renamed a colour; nil
  /// if no edit is needed.
  ///
  /// - Parameter file: the real path of a palette document or of a template's document.
  /// - Throws: an error if the scene would show different colours after the edit, since the new name already has a
  ///   meaning.
  package func edit(
    following file: String, renaming name: String, to new: String
  ) throws(Diagnostic) -> PaletteEdit? {
    try asking { model throws(Diagnostic) in try model.edit(following: file, renaming: name, to: new) }
  }
}

extension SceneModel {
  /// The named colours of the scene, in the order of ``SceneSession/palette``.
  fileprivate var namedColors: [PaletteColor] {
    let problems = Dictionary(
      palette.problems.map { (ExactText($0.name), $0.problem.message) }, uniquingKeysWith: { first, _ in first })
    var names = Set(document.written.palette.map { ExactText($0.name) })
    var found: [(name: String, text: [UInt8], source: String?, problem: String?)] = document.written.palette.map {
      entry in
      (entry.name, entry.value, nil, problems[ExactText(entry.name)])
    }
    for source in palette.sources {
      for entry in source.palette?.entries ?? [] where names.insert(ExactText(entry.name)).inserted {
        let isKnown = document.foreignFormat != nil && !palette.isGiven(entry.name)
        let problem = isKnown ? PaletteFinding.known(entry.name).message : nil
        found.append((entry.name, entry.text, source.path, problem))
      }
    }
    for (name, text) in document.templateColors.sorted(by: { $0.key.text < $1.key.text })
    where names.insert(name).inserted {
      let problem = ScenePalette.problem(of: text, as: name.text)?.message
      found.append((name.text, text, document.templateColorPlace(name.text)?.file, problem))
    }
    for dispute in document.colorDisputes where names.insert(ExactText(dispute.name)).inserted {
      let problem = palette.disputes[ExactText(dispute.name)].map {
        ValueRefusal.disputedColor(dispute.name, of: nil, $0).message
      }
      found.append((dispute.name, dispute.claims[0].text, dispute.claims[0].place.file, problem))
    }
    let uses = colorUses(of: names)
    return found.map { name, text, source, problem in
      let isUnused = document.foreignFormat != nil && source != nil && problem != nil
      let used = isUnused ? nil : uses[ExactText(name)]
      return PaletteColor(
        name: name, stored: String(decoding: text, as: UTF8.self),
        color: problem == nil || source == nil ? palette.color(typed: name) : nil,
        problem: problem, uses: used.map { $0.count + $0.bound.count } ?? 0, unclearUses: used?.unclear.count ?? 0,
        hidesCSS: Color(name) != nil && (source == nil || document.foreignFormat == nil), source: source)
    }
  }
}
