import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that the effects of an edit include changes of layout frames.
@Suite struct LayoutEffectTests {
  private static let objects = ##"""
    {"id":"p","class":"Sheet","attributes":{"frame":{"x":0,"y":0,"width":100,"height":80}},"children":[
      {"id":"c","class":"Sheet","constraints":[{"attribute":"width","to":"parent.width","id":"w"}],"children":[
        {"id":"d","class":"Sheet","constraints":[{"attribute":"width","to":"parent.width","constant":-10}]},{"id":"free","class":"Sheet"}]}]},
    {"id":"q","class":"Sheet","attributes":{"frame":{"x":0,"y":0,"width":40,"height":30}}}
    """##

  private func session(_ objects: String = Self.objects) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    return SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: PluginLibrary(inProcess: [Sheets.self]))
  }

  @Test("rule 90: what layout puts elsewhere is an effect of the edit, in a dry run too", arguments: [true, false])
  func effects(dryRun: Bool) throws {
    let inner = ["  c.layout.frame: 0,0 100x10 → 0,0 60x10", "  d.layout.frame: 0,0 90x10 → 0,0 50x10"]
    func outline(_ steps: EditStep...) throws -> [String] {
      var request = EditRequest(steps)
      (request.wantsChanges, request.isDryRun) = (true, dryRun)
      return stepOutline(try session().perform(request)).filter { !$0.hasPrefix("warning") }
    }
    func set(_ selector: String, _ assignments: Assignment...) throws -> EditStep {
      .set(try Selector(parsing: selector), assignments)
    }
    #expect(try outline(set("#p", Assignment("frame.width", .set("60")))).dropFirst() == inner[...])
    // Under the change that causes it.
    let both = try outline(set("#p", Assignment("tag", .set("4")), Assignment("frame.width", .set("60"))))
    #expect(both.map { $0.prefix(7) } == ["p.tag: ", "p.frame", "  c.lay", "  d.lay"])
    // Widened by a constraint, so is what it holds; and where it goes on to another parent.
    let narrow = LayoutConstraint(.width, constant: 60, id: "w")
    #expect(try outline(.setConstraint(Selector(parsing: "#c"), to: narrow)).dropFirst() == inner[...])
    #expect(
      try outline(.move(Selector(parsing: "#c"), to: StepPlace(in: Selector(parsing: "#q")))) == [
        "c Sheet: moved p 0 → q 0", "  c.layout.frame: 0,0 100x10 → 0,0 40x10",
        "  d.layout.frame: 0,0 90x10 → 0,0 30x10",
      ])
    #expect(
      try outline(.removeConstraint(Selector(parsing: "#d"), nil)).last == "  d.layout.frame: 0,0 90x10 → 0,0 0x0")
    // Of several steps each value is from before the first to after the last.
    let wide = LayoutConstraint(.width, constant: 300, id: "w")
    #expect(
      try outline(
        .setConstraint(Selector(parsing: "#c"), to: wide), .setConstraint(Selector(parsing: "#c"), to: narrow)
      ).dropFirst() == inner[...])
    // What a component's content needs, and what an action makes of it.
    let content = ##"""
      {"id":"p","class":"Sheet","attributes":{"frame":{"x":0,"y":0,"width":100,"height":80}},"constraints":[{"attribute":"width","to":"intrinsic.width"}],"children":[
        {"id":"c","class":"Sheet","constraints":[{"attribute":"width","to":"parent.width"}]}]}
      """##
    for step in [try set("#p", Assignment("padding", .set("10"))), .run(try Selector(parsing: "#p"), action: "pad")] {
      var request = EditRequest([step])
      (request.wantsChanges, request.isDryRun) = (true, dryRun)
      let lines = stepOutline(try session(content).perform(request))
      #expect(lines.contains("  p.layout.frame: 0,0 10x10 → 0,0 20x10"), "\(lines)")
      #expect(lines.contains("  c.layout.frame: 0,0 10x10 → 0,0 20x10"), "\(lines)")
    }
    #expect(try outline(set("*", Assignment("tag", .set("3")))).allSatisfy { !$0.contains("layout") })
    // An object that is different itself has it under its own change.
    let all = try outline(set("#p, #c, #d", Assignment("frame.width", .set("60"))))
    #expect(all.map { $0.prefix(7) } == ["p.frame", "c.frame", "  c.lay", "d.frame", "  d.lay"], "\(all)")
    let same = Self.objects.replacing(
      ##""class":"Sheet","constraints":[{"attribute":"width","to":"parent.width","id"##,
      with: ##""class":"Sheet","attributes":{"tag":3},"constraints":[{"attribute":"width","to":"parent.width","id"##)
    var request = EditRequest([try set("#p, #c", Assignment("tag", .set("3")), Assignment("alpha", .set("1")))])
    (request.wantsChanges, request.isDryRun) = (true, dryRun)
    #expect(!stepOutline(try session(same).perform(request)).contains { $0.contains("layout") })
  }

  @Test("rule 90: a picture of two scenes lists what layout puts elsewhere")
  func pictures() throws {
    let (old, new) = (try session(), try session())
    _ = try new.perform(EditRequest(try Selector(parsing: "#p"), [Assignment("frame.width", .set("60"))]))
    let svg = String(decoding: try DifferencePicture(from: old, to: new).svg(titles: ("old", "new")).svg, as: UTF8.self)
    #expect(svg.contains(">d, changed<") && svg.contains(">layout.frame: 0,0 90x10 → 0,0 50x10<"), "\(svg)")
    #expect(!svg.contains(">free, changed<"))
    let same = try DifferencePicture(from: old, to: session()).svg(titles: ("old", "new")).svg
    #expect(String(decoding: same, as: UTF8.self).contains("no differences"))
  }

  /// Checks that the layout effects of random edits equal the difference between all frames before and after.
  @Test(arguments: 0..<10) func effectsAreTheDifferenceOfLayout(block: Int) throws {
    var count = 0
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(block * 20 + seed))
      let scene = try session(Self.objects(&random))
      for _ in 0..<6 {
        let step = try Self.step(&random, scene)
        let before = Self.frames(scene)
        var request = EditRequest([step])
        (request.wantsChanges, request.isDryRun, request.allowsEmpty) = (true, true, true)
        do throws(Diagnostic) {
          let told = try scene.perform(request)
          request.isDryRun = false
          let result = try scene.perform(request)
          #expect(stepOutline(told) == stepOutline(result))
          let after = Self.frames(scene)
          var expected: [String: [Rect]] = [:]
          for (id, (old, wasConstrained)) in before {
            guard let (new, isConstrained) = after[id], old != new, wasConstrained || isConstrained else { continue }
            expected[id] = [old, new]
          }
          var found: [String: [Rect]] = [:]
          for effect in result.structure.flatMap(\.effects) + result.changes.flatMap(\.effects)
          where effect.property == "layout.frame" {
            guard case .rect(let old)? = effect.old, case .rect(let new)? = effect.new else { continue }
            #expect(found[effect.object] == nil)
            found[effect.object] = [old, new]
          }
          #expect(found == expected, "\(EditScript.text(of: [step])) \(scene.text)")
          count += expected.count
        } catch { continue }
      }
    }
    #expect(count > 50)
  }

  private static func frames(_ scene: SceneSession) -> [String: (Rect, Bool)] {
    scene.withModel { model in
      let frames = model.layoutFrames(of: Array(model.document.objects))
      return Dictionary(
        uniqueKeysWithValues: frames.map { (model.document.id($0), ($1, model.document.hasConstraints($0))) })
    }
  }

  private static func objects(_ random: inout SeededGenerator) -> String {
    func object(_ number: inout Int, _ depth: Int, _ random: inout SeededGenerator) -> String {
      number += 1
      let name = ["Sheet", "Sheet", "Heir"].randomElement(using: &random) ?? "Sheet"
      var text = #"{"id":"o\#(number)","class":"\#(name)""#
      let (width, height) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
      text += #","attributes":{"frame":{"x":1,"y":2,"width":\#(width),"height":\#(height)}}"#
      if Int.random(in: 0..<3, using: &random) > 0 {
        text += #","constraints":[\#(constraint(&random).sceneText())]"#
      }
      var children: [String] = []
      for _ in 0..<Int.random(in: 0...2, using: &random) where depth < 4 {
        children.append(object(&number, depth + 1, &random))
      }
      return text + #","children":[\#(children.joined(separator: ","))]}"#
    }
    var number = 0
    return (0..<2).map { _ in object(&number, 0, &random) }.joined(separator: ",")
  }

  private static func constraint(_ random: inout SeededGenerator) -> LayoutConstraint {
    let targets: [LayoutConstraint.Target] = [
      .none, .parent(.width), .parent(.height), .intrinsic(.width), .own(.height),
    ]
    let constant = Double.random(in: 0...9, using: &random).rounded()
    return LayoutConstraint(
      .width, to: targets.randomElement(using: &random) ?? .none, constant: constant,
      priority: [1000, 500].randomElement(using: &random) ?? 1000)
  }

  private static func step(_ random: inout SeededGenerator, _ scene: SceneSession) throws -> EditStep {
    let count = scene.document.objectCount
    func one() -> Selector { Selector(ids: [scene.document.id(NodeIndex(Int.random(in: 0..<count, using: &random)))]) }
    let selector = Int.random(in: 0..<4, using: &random) == 0 ? try Selector(parsing: "*") : one()
    let number = "\(Int.random(in: 0...9, using: &random))"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .setConstraint(selector, to: constraint(&random))
    case 1: return .removeConstraint(selector, nil)
    case 2: return .move(one(), to: StepPlace(in: one()))
    case 3: return .updateFrames(selector)
    case 4: return .set(selector, [Assignment("padding", .set(number)), Assignment("frame.height", .set(number))])
    case 5: return .run(selector, action: "pad")
    case 6: return .setClass(one(), to: "Heir")
    default: return .set(selector, [Assignment("frame.width", .set(number))])
    }
  }
}

private enum Sheets: InspectorPlugin {
  static var components: [Component.Type] { [View.self, Sheet.self, Heir.self] }
}

/// A view whose intrinsic size is twice its padding.
@Component private class Sheet: View {
  @Inspectable var padding = 5

  @Inspectable(readOnly: true) var intrinsicContentSize: Size {
    Size(width: Double(2 * padding), height: 10)
  }

  @Action func pad() { padding = 10 }
}

/// A view as wide as its parent's padding.
@Component(readsParent: ["padding"]) private final class Heir: Sheet {
  override func awake() {
    if let padding = parent?.int("padding") { frame.size.width = Double(padding) }
  }
}
