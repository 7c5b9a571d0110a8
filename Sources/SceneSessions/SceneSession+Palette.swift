internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneSession {
  /// The scene's palette, in its order.
  public var palette: [PaletteColor] {
    withModel { model in
      let entries = model.document.palette
      let problems = Dictionary(
        model.palette.problems.map { (ExactText($0.name), $0.problem.message) }, uniquingKeysWith: { first, _ in first }
      )
      let uses = model.colorUses(of: Set(entries.map { ExactText($0.name) }))
      return entries.map { entry in
        let found = uses[ExactText(entry.name)]
        return PaletteColor(
          name: entry.name, stored: String(decoding: entry.value, as: UTF8.self),
          color: model.palette.colors[ExactText(entry.name)],
          problem: problems[ExactText(entry.name)],
          uses: found?.known.count ?? 0, unclearUses: found?.unclear.count ?? 0,
          hidesCSS: Color(entry.name) != nil)
      }
    }
  }
}
