package import ComponentModel
package import InspectorKit
internal import JSONText
internal import Selectors

/// The parts of a class that determine how the host draws its objects: the properties of views, such as `frame` and
/// `alpha`, and the drawing in the description of a class without code.
package final class ClassAppearance {
  let binding: ClassBinding
  private let template: DrawingTemplate?
  private let places: PlacementTemplate?
  private let conditions: [String: Condition]

  /// One sentence for each name in the class's drawing and placement that is not a property of the class.
  package let problems: [String]

  /// The index of the `frame` property in the class's definition. This index and the following ones are nil if the
  /// class does not declare the property with the expected type.
  private let frame: Int?
  private let position: Int?
  private let size: Int?
  private let backgroundColor: Int?
  private let alpha: Int?
  private let isHidden: Int?
  private let contentOffset: Int?
  private let rotation: Int?
  private let interaction: Int?
  private let clipsToBounds: Int?
  private let masksToBounds: Int?
  private let cornerRadius: Int?
  private let borderWidth: Int?
  private let borderColor: Int?

  package init(_ binding: ClassBinding) {
    self.binding = binding
    func place(_ name: String, _ type: PropertyType) -> Int? {
      binding.place(of: name).flatMap { binding.definition.properties[$0].type == type ? $0 : nil }
    }
    frame = place("frame", .rect)
    position = place("position", .point)
    size = place("size", .size)
    backgroundColor = place("backgroundColor", .color)
    alpha = place("alpha", .double)
    isHidden = place("isHidden", .bool)
    contentOffset = place("contentOffset", .point)
    rotation = place("rotation", .double)
    interaction = place("isUserInteractionEnabled", .bool)
    clipsToBounds = place("clipsToBounds", .bool)
    masksToBounds = place("layer.masksToBounds", .bool)
    cornerRadius = place("layer.cornerRadius", .double)
    borderWidth = place("layer.borderWidth", .double)
    borderColor = place("layer.borderColor", .color)
    // Faults of the drawing and the placement were reported when the plugin was loaded.
    func json(_ text: String?) -> JSON? { text.flatMap { try? JSON.parse(Array($0.utf8)) } }
    template = json(binding.definition.drawing).flatMap { try? DrawingTemplate($0) }
    places = json(binding.definition.placement).flatMap { try? PlacementTemplate($0) }
    problems =
      Self.problems("drawing", template?.names ?? [], binding)
      + Self.problems("placement", places?.names ?? [], binding)
    let texts = (template?.conditions ?? []) + (places?.conditions ?? [])
    conditions = Dictionary(
      texts.compactMap { text in (try? Condition(parsing: text)).map { (text, $0) } }, uniquingKeysWith: { $1 })
  }

  private static func problems(_ part: String, _ names: Set<String>, _ binding: ClassBinding) -> [String] {
    names.filter { PropertyPath($0, of: binding) == nil && ParentName.name(in: $0) == nil }.sorted().map { name in
      let hint = DidYouMean.suffix(for: name, among: binding.definition.properties.map(\.name))
      return "its \(part) names '\(name)', which '\(binding.definition.name)' does not have\(hint)"
    }
  }

  /// True if the class has neither a `frame` nor a `position`, nor a placement. Its objects then have no place in a
  /// picture and are not drawn.
  package var isNowhere: Bool { frame == nil && position == nil && places == nil }

  /// True if the class's description contains a drawing.
  package var hasDrawing: Bool { template != nil }

  /// True if the class is the base class of all views, which draws only a background and border.
  package var isPlain: Bool { binding.definition.name == "View" }

  /// Returns the frame, background, border and opacity of an object with these effective values.
  package func appearance(_ drawn: DrawnValues) -> ObjectAppearance {
    let values = drawn.values
    var look = ObjectAppearance()
    look.placement.passesTouches = binding.definition.passesTouches ?? false
    place(&look.placement, drawn)
    if let backgroundColor, case .color(let color)? = values[backgroundColor] { look.backgroundColor = color }
    if let alpha, case .double(let number)? = values[alpha] { look.alpha = min(max(number, 0), 1) }
    if let isHidden, case .bool(true)? = values[isHidden] { look.placement.isHidden = true }
    if let interaction, case .bool(false)? = values[interaction] { look.placement.ignoresTouches = true }
    if let contentOffset, case .point(let point)? = values[contentOffset] { look.placement.contentOffset = point }
    if let rotation, case .double(let angle)? = values[rotation] {
      let isInRadians = binding.definition.properties[rotation].unit == "rad"
      look.placement.rotation = isInRadians ? angle : angle * .pi / 180
    }
    if let cornerRadius, case .double(let radius)? = values[cornerRadius] { look.cornerRadius = radius }
    if [clipsToBounds, masksToBounds].contains(where: { $0.map { values[$0] == .bool(true) } ?? false }) {
      look.placement.clipRadius = look.cornerRadius
    }
    look.placement.isTransparent = look.alpha == 0
    if let borderWidth, case .double(let width)? = values[borderWidth] { look.borderWidth = width }
    if let borderColor, case .color(let color)? = values[borderColor] { look.borderColor = color }
    return look
  }

  /// Sets an object's frame and related details, from its properties or from the placement that its class declares.
  private func place(_ placement: inout ObjectPlacement, _ drawn: DrawnValues) {
    placement.frame = Rect(placedBy: { name in
      let place = name == "frame" ? frame : name == "position" ? position : size
      return place.flatMap { drawn.values[$0] }
    })
    placement.isPoint = frame == nil && size == nil && placement.frame != nil
    guard let places else { return }
    let found = places.place(of: source(drawn, size: .zero))
    guard let place = found, (place.frame?.width ?? 0) >= 0, (place.frame?.height ?? 0) >= 0 else {
      (placement.frame, placement.isHidden, placement.isUnplaced) = (nil, true, true)
      return
    }
    if let frame = place.frame { (placement.frame, placement.isPoint) = (frame, place.isPoint) }
    (placement.pivot, placement.holdsBoards) = (place.pivot, place.holdsBoards)
  }

  private func source(_ drawn: DrawnValues, size: Size) -> DrawingTemplate.Source {
    DrawingTemplate.Source(
      size: size, value: drawn.value, holds: { [conditions] text in conditions[text].map(drawn.holds) ?? false },
      fact: drawn.fact, numbers: drawn.numbers)
  }

  /// Returns the drawing of an object whose class has no code; nil if the class's description contains no drawing.
  ///
  /// - Throws: the reason why the drawing cannot be made from these values.
  package func drawing(_ drawn: DrawnValues, size: Size) throws(StatedProblem) -> DisplayList? {
    try template?.drawing(of: source(drawn, size: size))
  }
}

/// The properties of an object that the host draws itself: its place, background, border, opacity and clip.
package struct ObjectAppearance {
  /// The object's place, and its response to touches.
  var placement = ObjectPlacement()
  var backgroundColor: Color?
  var alpha = 1.0
  var cornerRadius = 0.0
  var borderWidth = 0.0
  var borderColor: Color?

  package init() {}

  /// The object's frame; nil for an object without a place, such as a controller.
  package var frame: Rect? {
    get { placement.frame }
    set { placement.frame = newValue }
  }

  package var isHidden: Bool { placement.isHidden }

  /// True if the object has a place at which it can be drawn: a frame with an extent, or a position without a size.
  package var canBeDrawn: Bool { placement.isPoint || frame?.hasExtent == true }

  /// Clamps the numbers that exceed a picture's limits, and returns a sentence about each changed property.
  package mutating func limit() -> [String] {
    let most = DisplayList.coordinateLimit
    var notes: [String] = []
    func limited(_ number: Double) -> Double { min(max(number, -most), most) }
    func note(_ name: String, _ old: PropertyValue, _ new: PropertyValue) {
      if old != new {
        notes.append(
          "its '\(name)' is \(old.text), and is drawn as \(new.text); a picture has room for \(Int(most)) points")
      }
    }
    if let old = frame {
      let new = Rect(x: limited(old.x), y: limited(old.y), width: limited(old.width), height: limited(old.height))
      note("frame", .rect(old), .rect(new))
      frame = new
    }
    placement.pivot = placement.pivot.map { Point(x: limited($0.x), y: limited($0.y)) }
    let offset = placement.contentOffset
    placement.contentOffset = Point(x: limited(offset.x), y: limited(offset.y))
    note("contentOffset", .point(offset), .point(placement.contentOffset))
    placement.clipRadius = placement.clipRadius.map(limited)
    note("layer.cornerRadius", .double(cornerRadius), .double(limited(cornerRadius)))
    note("layer.borderWidth", .double(borderWidth), .double(limited(borderWidth)))
    (cornerRadius, borderWidth) = (limited(cornerRadius), limited(borderWidth))
    return notes
  }

  /// Returns the outline of the object with its rounded corners, at the object's own origin.
  ///
  /// - Parameter inset: the distance by which the outline is smaller at each side.
  func outline(inset: Double = 0) -> Path {
    let size = frame?.size ?? .zero
    let rect = Rect(
      x: inset, y: inset, width: max(0, size.width - 2 * inset), height: max(0, size.height - 2 * inset))
    let radius = min(cornerRadius - inset, min(rect.width, rect.height) / 2)
    return radius > 0 ? Path(roundedRect: rect, cornerRadius: radius) : Path(rect)
  }

  /// The drawing of the border, which lies inside the outline; nil for an object without border or frame.
  var border: DrawingEntry? {
    guard borderWidth > 0, frame != nil else { return nil }
    return .stroke(outline(inset: borderWidth / 2), .color(borderColor ?? .black), StrokeStyle(width: borderWidth))
  }

  /// True if the object's background or border makes it visible without a drawing.
  var isSeen: Bool { (backgroundColor?.alpha ?? 0) > 0 || borderWidth > 0 }
}
