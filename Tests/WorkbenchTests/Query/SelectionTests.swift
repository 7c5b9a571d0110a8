import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

/// Tests of the objects that selectors find in one scene.
@Suite struct SelectionTests {
  /// The objects of the scene; `ghosts` have a class that no plugin knows.
  static let objects = #"""
    {"id":"cage","class":"Animal","name":"The big Cage","attributes":{"legs":12,"frame":{"x":0,"y":0,"width":300,"height":80}},"children":[
      {"id":"polly","class":"Parrot","attributes":{"words":"Rate us","wings":2,"call":null},"children":[
        {"id":"pebble","class":"Stone","attributes":{"weight":0.5,"color":"brand"}}]},
      {"id":"gull","class":"Bird","attributes":{"call":"kree","wings":3}},
      {"id":"rock","class":"Stone","attributes":{"weight":1.5,"note":null,"glow":true}}]},
    {"id":"ghost","class":"Ghost","name":"Élan","attributes":{"frame":{"x":1,"y":2,"width":200,"height":5},"legs":3,"title":"Boo! ]","pair":[1]},"children":[
      {"id":"spook","class":"Ghost","attributes":{"legs":2.5,"title":null,"tint":{"white":1}}},
      {"id":"owl","class":"Zoo.Bird"}]}
    """#

  /// Checks the speed of reporting many invalid alternatives; a search of the whole selector for each would take
  /// minutes.
  @Test func manyAlternativesAreLeftOut() throws {
    let count = 20_000
    let session = try stage(#"{"id":"a","class":"Box"}"#)
    var leftOut: [Diagnostic] = []
    let text = "Box," + (0..<count).map { "Xyzzy\($0)" }.joined(separator: ",")
    #expect(try session.select(Selector(parsing: text)) { leftOut.append($0) } == [0])
    #expect(leftOut.count == count)
    #expect(
      leftOut.last?.message
        == "unknown class 'Xyzzy19999'; neither the scene nor a plugin has it\n"
        + "    …9993,Xyzzy19994,Xyzzy19995,Xyzzy19996,Xyzzy19997,Xyzzy19998,Xyzzy19999\n"
        + String(repeating: " ", count: 65) + "^")
  }

  @Test(arguments: [
    ("*", "cage polly pebble gull rock ghost spook owl"),
    ("Bird", "gull owl"),
    ("Zoo.Bird", "gull owl"),
    ("Bird, Bird, #gull", "gull owl"),
    // Combinators.
    ("Animal Stone", "pebble rock"),
    ("Animal > Stone", "rock"),
    ("#cage * > *", "pebble"),
    ("* *", "polly pebble gull rock spook owl"),
    ("* > * > *", "pebble"),
    ("Parrot + Bird", "gull"),
    ("Parrot + Stone", ""),
    ("Parrot ~ Stone", "rock"),
    ("Animal ~ Ghost", "ghost"),
    ("Animal + Ghost > Ghost + *", "owl"),
    ("Stone ~ *", ""),
    // Kinds.
    (":kind(Animal)", "cage polly gull owl"),
    (":kind(Bird)", "polly gull owl"),
    (":kind(Zoo.Bird)", "polly gull owl"),
    ("Parrot:kind(Animal)", "polly"),
    ("Animal:kind(Bird)", ""),
    (":kind(Ghost)", "ghost spook"),
    (":kind(Animal) > :kind(Animal)", "polly gull"),
    // Conditions.
    ("[legs]", "cage ghost spook"),
    ("[legs=8]", "cage"),
    ("[stored(legs)=12]", "cage"),
    ("[legs>=3]", "cage polly pebble gull rock ghost owl"),
    ("[legs<3]", "spook"),
    ("[legs=none]", "pebble rock"),
    ("[call=KREE]", "gull"),
    ("[stored(call)=KREE]", ""),
    ("[Known Words^=Rate]", "polly"),
    ("[paws]", "cage"),
    ("[frame.width>100]", "cage ghost"),
    ("[stored(frame.width)>250]", "cage"),
    ("[frame.x=1]", "ghost"),
    ("[frame='1,2 200x5']", "ghost"),
    ("[glow]", "rock"),
    ("[glow=true]", "rock"),
    (#"[title="Boo! ]"]"#, "ghost"),
    ("[tint=white]", "spook"),
    ("[pair]", "ghost"),
    ("[pair=1]", ""),
    ("[weight<1][color=#3366FF]", "pebble"),
    ("[color=brand]", "pebble"),
    ("Stone[weight=1.5]", "rock"),
    // Pseudo-classes.
    (":modified", "cage polly pebble gull rock ghost spook"),
    ("Stone:modified", "pebble rock"),
    (":unset(call)", "polly"),
    (":unset(note)", "rock"),
    (":unset(title)", "spook"),
    (":unset(Call)", "polly"),
    (":text(cage)", "cage"),
    (":text(rate US)", "polly"),
    (":text(kree)", "gull"),
    (":text(PLAIN)", "pebble"),
    (":text(élan)", "ghost"),
    (":text('boo! ]')", "ghost"),
    (":text(brand)", ""),
    (":text(…)", "cage owl"),
    (":text(hello)", ""),
    (":not(*)", ""),
    (":not(:kind(Animal), Ghost)", "pebble rock"),
    (":not(Animal *)", "cage ghost spook owl"),
    (":not([legs>3])", "ghost spook"),
    (":is(Parrot, #rock)[glow], Ghost:is(* > *)", "rock spook"),
    (":has(Stone)", "cage polly"),
    (":has(> Stone)", "cage polly"),
    (":has(> Bird)", "cage ghost"),
    (":has(> Parrot > Stone)", "cage"),
    (":has(Parrot Stone)", "cage"),
    (":has(+ Bird)", "polly spook"),
    (":has(~ Stone)", "polly gull"),
    (":has([wings=3])", "cage"),
    (":has(> * > *[weight<1])", "cage"),
    ("Animal:has(Bird):not(:has(Ghost)) > Bird[wings>2]", "gull"),
    ("Animal:not(:has(:not(Stone)))", ""),
    (":has(:not(:has(*)):modified):not(#ghost)", "cage polly"),
  ])
  func finds(selector: String, ids: String) throws {
    let scene = try zoo(Self.objects, extra: ##""palette":{"brand":"#3366FF"},"##)
    #expect(try scene.found(selector) == ids)
  }

  @Test(arguments: [
    (
      "Brid",
      """
      unknown class 'Brid'; did you mean 'Bird'?
          Brid
          ^
      """
    ),
    (
      "Animal > :not(:kind(Animl))",
      """
      unknown class 'Animl'; did you mean 'Animal'?
          Animal > :not(:kind(Animl))
                              ^
      """
    ),
    (
      "Bird[wing>2]",
      """
      unknown property 'wing' on 'Bird'; did you mean 'wings'?
          Bird[wing>2]
               ^
      """
    ),
    (
      ":kind(Bird)[knownwords=x]",
      """
      unknown property 'knownwords'; did you mean 'Known Words'?
          :kind(Bird)[knownwords=x]
                      ^
      """
    ),
    (
      "* :has(> [heigth])",
      """
      unknown property 'heigth'; did you mean 'weight'?
          * :has(> [heigth])
                    ^
      """
    ),
    (
      ":unset(colour)",
      """
      unknown property 'colour'; did you mean 'color'?
          :unset(colour)
                 ^
      """
    ),
    (
      "[legs=none][wings=two]",
      """
      'two' is not an Int; write a whole number, such as 12
          [legs=none][wings=two]
                            ^
      """
    ),
    (
      "Parrot[frame>0,0 1x1]",
      """
      '>' compares numbers and texts, not a Rect; use '=' or '!='
          Parrot[frame>0,0 1x1]
                       ^
      """
    ),
    (
      "Stone[color=tomat]",
      """
      unknown colour 'tomat'; did you mean 'tomato'?
          Stone[color=tomat]
                      ^
      """
    ),
  ])
  func refuses(selector: String, message: String) throws {
    let scene = try zoo(Self.objects)
    #expect(refusal { _ = try scene.found(selector) } == message)
  }

  /// Checks that a value that is valid in one of several classes is accepted, and matches nothing in the others.
  @Test func aValueNeedSuitOneClassOnly() throws {
    let scene = try zoo(Self.objects)
    #expect(try scene.found("[legs^=no]") == "pebble rock")
    #expect(try scene.found("[legs=4]") == "polly gull owl")
  }

  @Test func manyIDsAreFoundInOnePass() throws {
    let objects = (0..<3000).map { #"{"id":"n\#($0)","class":"Stone"}"# }.joined(separator: ",")
    let scene = try zoo(objects)
    let selector = (0..<3000).map { "#n\(2999 - $0)" }.joined(separator: ",")
    #expect(try scene.select(Selector(parsing: selector)) == Array(0..<3000))
  }
}
