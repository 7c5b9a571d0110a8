internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Synchronization
internal import Workbench

/// The findings about the templates of the checked scenes.
///
/// A template's own text is checked once per run, like a scene. A finding that a scene shares with its template is
/// reported for the template, however many scenes share it, and so is a finding about the template's document as a
/// whole. A finding of one scene alone, such as a hook's warning about an overridden value, stays with the scene, which
/// its message names.
final class TemplateFindings: Sendable {
  private let checked = Mutex<[String: Template]>([:])
  private let check: @Sendable (_ path: String) throws(Diagnostic) -> [Diagnostic]

  /// - Parameter check: returns the findings about a file, which is checked like any scene.
  init(_ check: @escaping @Sendable (_ path: String) throws(Diagnostic) -> [Diagnostic]) { self.check = check }

  /// A template or palette document, with all findings about it, which are computed on first use.
  final class Template: Sendable {
    /// The path of the file, as the first scene that uses it names it.
    let path: String
    private let list = Mutex<[Diagnostic]?>(nil)
    private let check: @Sendable (_ path: String) throws(Diagnostic) -> [Diagnostic]

    /// Creates a palette document from the findings that the first scene has about it.
    fileprivate init(_ path: String, _ findings: [Diagnostic]) {
      (self.path, check) = (path, { _ in findings })
    }

    fileprivate init(_ path: String, _ check: @escaping @Sendable (_ path: String) throws(Diagnostic) -> [Diagnostic]) {
      (self.path, self.check) = (path, check)
    }

    /// The findings about the template.
    var findings: [Diagnostic] { all.filter { $0.file == path } }

    /// The findings about the palette documents that the template names.
    fileprivate var ofPalettes: [Diagnostic] { all.filter { $0.file != path && $0.isOfPalette } }

    private var all: [Diagnostic] {
      list.withLock { list in
        if let list { return list }
        // The faults of an unreadable template are reported by its scenes. The findings about its own templates are
        // found when those are checked.
        let found = ((try? check(path)) ?? []).filter { $0.file == path || $0.isOfPalette }
        list = found
        return found
      }
    }
  }

  /// The findings of a template that appear in one scene.
  struct Shown {
    var template: Template
    /// The indices into the template's findings.
    var indices: Set<Int>
    var findings: [Diagnostic] { indices.sorted().map { template.findings[$0] } }
  }

  /// Removes the findings in the texts of templates from those of a scene, and returns them grouped by template.
  func remove(from found: inout [Diagnostic], of scene: SceneDocument) -> [Shown] {
    guard scene.isComposed || !scene.palettes.isEmpty else { return [] }
    let name = scene.name
    var shown: [String: Shown] = [:]
    var places: [String: [FindingIdentity: [Int]]] = [:]
    var ofPalettes = Dictionary(grouping: found.filter(\.isOfPalette)) { $0.file ?? "" }
    for document in scene.templateDocuments where document.name != name {
      let template = template(document.name)
      ofPalettes.merge(Dictionary(grouping: template.ofPalettes) { $0.file ?? "" }) { first, _ in first }
      let all = template.findings
      places[document.name] = Dictionary(grouping: all.indices) { FindingIdentity(all[$0]) }
      let ofDocument = all.indices.filter { all[$0].isOfDocument }
      shown[document.name] = Shown(template: template, indices: Set(ofDocument))
    }
    for (path, findings) in ofPalettes {
      let palette = template(path, findings)
      let all = palette.findings
      places[path] = Dictionary(grouping: all.indices) { FindingIdentity(all[$0]) }
      shown[path] = Shown(template: palette, indices: Set(all.indices))
    }
    var kept: [Diagnostic] = []
    for var finding in found {
      if let file = finding.file, file != name {
        if let same = places[file]?[FindingIdentity(finding)] {
          shown[file]?.indices.formUnion(same)
          continue
        }
        finding.onlyScene = name
      }
      kept.append(finding)
    }
    found = kept
    return shown.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the cached template; for a palette document, creates it from a scene's findings on first use.
  private func template(_ path: String, _ findings: [Diagnostic]? = nil) -> Template {
    let key = realpath(path) ?? path
    return checked.withLock { checked in
      if let known = checked[key] { return known }
      let made = findings.map { Template(path, $0) } ?? Template(path, check)
      checked[key] = made
      return made
    }
  }

  /// The position, kind and severity of a finding in a template's text.
  private struct FindingIdentity: Hashable {
    var line: Int?
    var column: Int?
    var code: DiagnosticCode
    var property: String?
    var severity: Diagnostic.Severity
    /// The reason of a plugin's finding without an object; nil for other findings. Such a finding may depend on other
    /// documents.
    var requirement: AnyRefusal?

    init(_ finding: Diagnostic) {
      (line, column, code) = (finding.line, finding.column, finding.code)
      (property, severity) = (finding.property, finding.severity)
      requirement = finding.object == nil && code.isOfPlugin ? finding.reason : nil
    }
  }
}

extension Diagnostic {
  /// True if the finding concerns the text of a palette document.
  fileprivate var isOfPalette: Bool { if case .color? = reason.base as? PaletteFinding { true } else { false } }

  /// True if the finding concerns a whole document and therefore every scene that uses it.
  fileprivate var isOfDocument: Bool { object == nil && code != .frameNone && !code.isOfPlugin }
}

/// The templates of the checked scenes, with the number of scenes in which their findings appear.
struct ShownTemplates {
  private struct Entry {
    var template: TemplateFindings.Template
    var scenes = 0
    /// The number of scenes in which each finding appears, by the finding's index.
    var counts: [Int: Int] = [:]
  }

  private var entries: [Entry] = []
  private var places: [ObjectIdentifier: Int] = [:]

  /// The real paths of the checked scenes, some of which may be templates.
  private var checked: Set<String> = []

  /// Counts a scene's findings in templates.
  mutating func add(_ scene: CheckedScene) {
    if scene.isReadable, scene.scene != "-" { checked.insert(realpath(scene.scene) ?? scene.scene) }
    for shown in scene.ofTemplates {
      let id = ObjectIdentifier(shown.template)
      let place = places[id] ?? entries.count
      if place == entries.count {
        entries.append(Entry(template: shown.template))
        places[id] = place
      }
      if !shown.indices.isEmpty { entries[place].scenes += 1 }
      for index in shown.indices { entries[place].counts[index, default: 0] += 1 }
    }
  }

  /// The findings of templates outside the checked scenes, each with its number of scenes.
  var unchecked: [CheckedScene] {
    entries.filter { !isChecked($0) }.map { entry in
      let findings = entry.template.findings
      let counted = entry.counts.sorted { $0.key < $1.key }.map { index, count in
        var finding = findings[index]
        finding.scenes = count
        return finding
      }
      let unshown = findings.indices.filter { entry.counts[$0] == nil }.map { findings[$0] }
      return CheckedScene(template: entry.template.path, diagnostics: counted, unshown: unshown)
    }
  }

  /// The templates among the checked scenes, each with the number of findings that appear in other scenes and the
  /// number of these scenes.
  var checkedThemselves: [(path: String, findings: Int, scenes: Int)] {
    entries.filter { !$0.counts.isEmpty && isChecked($0) }.map { ($0.template.path, $0.counts.count, $0.scenes) }
  }

  private func isChecked(_ entry: Entry) -> Bool {
    checked.contains(realpath(entry.template.path) ?? entry.template.path)
  }
}
