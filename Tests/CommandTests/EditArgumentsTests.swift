import Testing
import WorkbenchSupport

@testable import CommandReports
@testable import ComponentModel

@Suite struct EditArgumentsTests {
  @Test(arguments: [
    ("a=1", "a", "=", "1"), ("a+=1", "a", "+=", "1"), ("a-=1", "a", "-=", "1"), ("a*=2", "a", "*=", "2"),
    ("a/=2", "a", "/=", "2"), ("text=", "text", "=", ""), ("text=a=b", "text", "=", "a=b"),
    ("text= a ", "text", "=", " a "), ("text = a ", "text", "=", "a "), ("frame.x += 8", "frame.x", "+=", "8"),
    ("Corner Radius=12", "Corner Radius", "=", "12"), ("layer.cornerRadius=4", "layer.cornerRadius", "=", "4"),
    ("2D Size=10x20", "2D Size", "=", "10x20"), ("a=-1", "a", "=", "-1"), ("a-=-1", "a", "-=", "-1"),
    ("url=http://x/[a]", "url", "=", "http://x/[a]"), ("\"On/Off\"=yes", "On/Off", "=", "yes"),
    ("'a=b'+=1", "a=b", "+=", "1"), ("Größe=1", "Größe", "=", "1"),
    ("layer.zPosition:Double=4", "layer.zPosition:Double", "=", "4"), ("a:Int = 1", "a:Int", "=", "1"),
    ("a:Dubble=4", "a:Dubble", "=", "4"), ("a:double=4", "a:double", "=", "4"), ("a:Int+=1", "a:Int", "+=", "1"),
    ("frame=10,20 100x50", "frame", "=", "10,20 100x50"),
    ("text=\u{301}x", "text", "=", "\u{301}x"), ("text =\u{200D}x", "text", "=", "\u{200D}x"),
    ("text = \u{301}x", "text", "=", "\u{301}x"),
    ("save/title.text=a/b", "save/title.text", "=", "a/b"), ("a/b/c.frame.x/=2", "a/b/c.frame.x", "/=", "2"),
    ("'\u{301}a'+=\u{FE0F}1", "\u{301}a", "+=", "\u{FE0F}1"), ("a\u{301}*=\u{1F3FD}", "a\u{301}", "*=", "\u{1F3FD}"),
  ])
  func readsAnAssignment(text: String, name: String, operation: String, value: String) throws {
    let assignment = try #require(Assignment(typed: text))
    #expect(assignment.words == [name, operation, value])
  }

  @Test(arguments: [
    "", "=", "=5", " =5", "+=5", "a", "StarView", "#a=b", "[a=5]", "StarView[a=5]", "[a!=5]", "*", "*[a*=b]",
    "a/b=c.json", "./a.b=1", "/a/b.c=1", "a/.b=1", "a/b.=1", "a/b.c=d.json", "a/b=1", "View:modified=1",
    "View:kind(Int)=1", "View:not(a=1)", ":Int[a=1]",
    "./a=b.json", "\"a=b", "A, B[c=d]", "[\u{301}a=5]", "a/\u{301}b=c.json", "#\u{200D}a=b",
  ])
  func knowsWhatIsNone(text: String) {
    #expect(Assignment(typed: text) == nil)
  }

  @Test(arguments: [
    (["a.json", "StarView", "x=1"], false, "a.json | StarView | x=1"),
    (["a.json", "b.json", "[p=1]", "x=1", "y+=2"], false, "a.json b.json | [p=1] | x=1 y+=2"),
    (["a=b.json", "StarView", "x=1"], false, "a=b.json | StarView | x=1"),
    (["a.json", "StarView"], true, "a.json | StarView | "),
    (["a.json", "StarView", "x=1"], true, "a.json | StarView | x=1"),
    (["-", "*", "Corner Radius=1"], false, "- | * | Corner Radius=1"),
  ])
  func tellsApart(arguments: [String], hasOtherChanges: Bool, expected: String) throws {
    let edit = try SceneArguments(assigning: arguments, hasOtherChanges: hasOtherChanges)
    let assignments = edit.assignments.map { $0.words.joined() }
    let found = [edit.scenes.joined(separator: " "), edit.selector, assignments.joined(separator: " ")]
    #expect(found.joined(separator: " | ") == expected)
  }

  /// Checks that in a shell the scene may be omitted, and that the default selector replaces a missing selector.
  @Test(arguments: [
    (["x=1"], false, " | @ | x=1"), (["StarView", "x=1"], false, " | StarView | x=1"), ([], true, " | @ | "),
    (["b.json", "StarView", "x=1"], false, "b.json | StarView | x=1"),
  ])
  func tellsApartInAShell(arguments: [String], hasOtherChanges: Bool, expected: String) throws {
    let edit = try SceneArguments(
      assigning: arguments, hasOtherChanges: hasOtherChanges, hasOtherScenes: true, defaultSelector: "@")
    let assignments = edit.assignments.map { $0.words.joined() }
    let found = [edit.scenes.joined(separator: " "), edit.selector, assignments.joined(separator: " ")]
    #expect(found.joined(separator: " | ") == expected)
  }

  @Test(
    arguments: [
      ([], nil), (["x"], nil), (["StarView", "y"], "y"),
    ] as [([String], String?)])
  func refusesInAShell(arguments: [String], last: String?) {
    #expect(throws: Diagnostic(ReportUsage.noAssignment(last: last))) {
      try SceneArguments(assigning: arguments, hasOtherChanges: false, hasOtherScenes: true, defaultSelector: "@")
    }
  }

  @Test(arguments: [
    ([], false, "expected a scene, a selector and a change, such as: inspector set scene.json StarView pointCount=7"),
    ([], true, "expected a scene, a selector and a change, such as: inspector set scene.json StarView pointCount=7"),
    (
      ["a.json", "StarView"], false,
      "no assignment was given; write an assignment such as 'pointCount=7', or '--unset NAME', or '--reset NAME'; on the command line, quote a selector such as '#badge'"
    ),
    (
      ["a.json", "StarView", "x"], false,
      "no assignment was given: 'x' is not an assignment; write one such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    ),
    (
      ["a.json", "StarView", "x", "+=", "1"], false,
      "'x += 1' has spaces around '+='; write 'x+=1'"
    ),
    (
      ["a.json", "StarView", "x", "="], false,
      "no assignment was given: '=' is not an assignment; write one such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    ),
    (
      ["a.json", "StarView", "x=1", "y"], false,
      "'y' is not an assignment; write NAME=VALUE, in quotes if it has spaces, and a selector before all assignments"
    ),
    (
      ["x=1"], false,
      "there is no selector before 'x'; write one, such as StarView, '#badge' or '*'"
    ),
    (
      ["StarView", "x=1"], false,
      "no scene was given before the selector 'StarView'; name a scene's file first, or '-' for standard input"
    ),
  ])
  func refuses(arguments: [String], hasOtherChanges: Bool, message: String) {
    let error = #expect(throws: Diagnostic.self) {
      try SceneArguments(assigning: arguments, hasOtherChanges: hasOtherChanges)
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (["a.json", "StarView", "tag"], nil, "a.json | StarView | tag"),
    (["a", "b.json", "-", "*", "tag", "Corner Radius"], nil, "a b.json - | * | tag,Corner Radius"),
    (["a.json", "#b.json", "tag"], nil, "a.json | #b.json | tag"),
    (["tag"], ".", " | . | tag"),
    (["b.json", "tag"], ".", " | b.json | tag"),
  ])
  func readsNames(arguments: [String], defaultSelector: String?, expected: String) throws {
    let edit = try SceneArguments(
      naming: arguments, hasOtherScenes: defaultSelector != nil, defaultSelector: defaultSelector)
    let found = [edit.scenes.joined(separator: " "), edit.selector, edit.names.joined(separator: ",")]
    #expect(found.joined(separator: " | ") == expected)
  }

  @Test(arguments: [
    ([], false, ReportUsage.nothingNamed), (["a.json"], false, .noSelectorAfterScenes),
    (["a.json", "b.json"], false, .noSelectorAfterScenes),
    ([], true, .noSelectorAfterScenes), (["a.json", "*"], false, .noName(selector: "*")),
    (["*"], true, .noName(selector: "*")),
  ])
  func refusesNames(arguments: [String], hasOtherScenes: Bool, error: ReportUsage) {
    #expect(throws: Diagnostic(error)) { try SceneArguments(naming: arguments, hasOtherScenes: hasOtherScenes) }
  }

  private static let rename = WordForm("rename", then: "an id", example: "'#badge' star")
  private static let add = WordForm(
    "add", hasSelector: false, then: "a class", takesAssignments: true, example: "StarView")
  private static let setClass = WordForm("setclass", then: "a class", takesAssignments: true, example: "'#badge' View")
  private static let remove = WordForm("remove", example: "'#badge'")

  @Test(arguments: [
    (rename, ["a.json", "badge", "star"], nil, "a.json | badge | star | 0"),
    (rename, ["a", "b.json", "-", "a.json", "b.json"], nil, "a b.json - | a.json | b.json | 0"),
    (rename, ["star"], "@", " | @ | star | 0"), (rename, ["badge", "star"], "@", " | badge | star | 0"),
    (remove, ["a.json", "*"], nil, "a.json | * |  | 0"), (remove, [], ".", " | . |  | 0"),
    (add, ["a.json", "b.json", "View", "tag=1", "alpha=1"], nil, "a.json b.json |  | View | 2"),
    (add, ["View"], ".", " |  | View | 0"),
    (setClass, ["a.json", "[tag=1]", "View", "tag=2"], nil, "a.json | [tag=1] | View | 1"),
    (setClass, ["View", "tag=2"], ".", " | . | View | 1"),
  ])
  func readsTheWordsOfAForm(
    form: WordForm, arguments: [String], defaultSelector: String?, expected: String
  ) throws {
    let edit = try SceneArguments(
      arguments, form, hasOtherScenes: defaultSelector != nil, defaultSelector: defaultSelector)
    let found = [edit.scenes.joined(separator: " "), edit.selector, edit.names.joined(separator: ",")]
    #expect((found + ["\(edit.assignments.count)"]).joined(separator: " | ") == expected)
  }

  @Test(arguments: [
    (
      rename, ["a.json", "star"], nil,
      "'rename' takes a scene, a selector and an id, such as: inspector rename card.json '#badge' star"
    ),
    (
      rename, ["a.json", "a", "b", "c"], nil,
      "'rename' takes a scene, a selector and an id, such as: inspector rename card.json '#badge' star"
    ),
    (rename, [], "@", "'rename' takes a selector and an id, such as: rename '#badge' star"),
    (remove, [], nil, "'remove' takes a scene and a selector, such as: inspector remove card.json '#badge'"),
    (add, ["View"], nil, "'add' takes a scene and a class, such as: inspector add card.json StarView"),
    (add, ["tag=1"], ".", "'add' takes a class, such as: add StarView"),
    (add, ["a.json", "View", "tag"], nil, "'tag' is not an assignment; write NAME=VALUE, in quotes if it has spaces"),
    (setClass, ["*", "View", "tag"], ".", "'tag' is not an assignment; write NAME=VALUE, in quotes if it has spaces"),
  ])
  func refusesOtherWords(form: WordForm, arguments: [String], defaultSelector: String?, message: String) {
    let error = #expect(throws: Diagnostic.self) {
      try SceneArguments(arguments, form, hasOtherScenes: defaultSelector != nil, defaultSelector: defaultSelector)
    }
    #expect(error?.message == message)
  }
}

extension Assignment {
  /// The name, the operator and the value, as typed.
  fileprivate var words: [String] {
    let (sign, value) = operation.arithmetic ?? ("=", { if case .set(let text) = operation { text } else { "" } }())
    return [name, sign, value]
  }
}
