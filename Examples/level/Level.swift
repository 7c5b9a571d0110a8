import InspectorKit

/// The parts of a game's level: regions, torches, doors with their keys, places where enemies appear, and a boss. None
/// of them is a view: each declares the place that it needs.
@main struct Level: InspectorPlugin {
  static var components: [Component.Type] {
    [Region.self, Torch.self, Key.self, Door.self, SpawnPoint.self, Boss.self]
  }
}

/// A part of the level, with its own air and music.
@Component final class Region: Component {
  @Inspectable var frame = Rect.zero
  @Inspectable(title: true) var title = ""

  /// What the player reads on entering.
  @Inspectable(multiline: true) var story = ""
  @Inspectable(file: ["*.ogg", "*.wav"]) var music = ""
  @Inspectable var air = #color("#202840")

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(roundedRect: Rect(origin: .zero, size: size), cornerRadius: 4), with: air)
  }
}

/// A light on a wall, at its position.
@Component final class Torch: Component {
  @Inspectable var position = Point.zero
  #group("Light")
  @Inspectable(range: 0...1000, unit: "pt") var radius = 40.0
  @Inspectable var flame = #color("#FFB347")
  @Inspectable var isLit = true

  override class var presets: [Preset] {
    [Preset("Candle", help: "A small flame.", ["radius": 12, "flame": "#FFE0A0"]), Preset("Beacon", ["radius": 400])]
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    guard isLit else { return }
    canvas.stroke(Path(ellipseIn: Rect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius)), with: flame)
    canvas.fill(Path(ellipseIn: Rect(x: -4, y: -4, width: 8, height: 8)), with: flame)
  }
}

/// A key, which opens the doors that refer to it.
@Component final class Key: Component {
  @Inspectable var position = Point.zero
  @Inspectable var size = Size(width: 12, height: 12)

  /// The shape of the key; a lock may need several of these.
  @Inspectable(flags: [1: "Round", 2: "Square", 4: "Long"]) var notches = 1

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.stroke(Path(ellipseIn: Rect(origin: .zero, size: size)), with: .yellow, style: StrokeStyle(width: 3))
  }
}

/// A door. It is locked while it refers to a key.
@Component final class Door: Component {
  @Inspectable var frame = Rect(x: 0, y: 0, width: 16, height: 32)
  @Inspectable(references: "Key") var key = ""

  /// Where the player comes out.
  @Inspectable(references: "Region") var leadsTo = ""
  @Inspectable(readOnly: true) var isLocked: Bool { !key.isEmpty }

  override func awake() {
    if leadsTo.isEmpty { warn("the door leads nowhere") }
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    let color = isLocked ? #color("#B03A2E") : #color("#7D5A3C")
    canvas.fill(Path(Rect(origin: .zero, size: size)), with: color)
  }
}

/// A place where enemies appear.
@Component(title: "{enemy} × {count}") class SpawnPoint: Component {
  enum Enemy: String, InspectableOptions { case rat, bat, knight }
  enum TimeUnit: String, InspectableOptions { case seconds, turns }

  @Inspectable var position = Point.zero
  @Inspectable var enemy = Enemy.rat
  @Inspectable(range: 0...20) var count = 1
  @Inspectable(range: 0..., unit: "{timeUnit}") var delay = 0
  @Inspectable(range: 1..., unit: "{timeUnit}") var interval = 10
  @Inspectable var timeUnit = TimeUnit.seconds

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(ellipseIn: Rect(x: -6, y: -6, width: 12, height: 12)), with: #color("#9B59B6"))
  }
}

/// The last enemy of a level.
@Component(title: "{title}") final class Boss: SpawnPoint {
  @Inspectable(title: true) var title = ""
  @Inspectable(range: 1...1000) var health = 100 {
    didSet { if health < 10 { warn("a boss with \(health) points of health falls at the first blow") } }
  }

  /// What the boss leaves behind.
  @Inspectable(references: "*") var drops = ""
}
