package import ComponentModel
package import InspectorKit

/// The part of a picture that shows one object: the SVG text before and after the text of the object's children.
package struct ObjectPicture {
  /// The object's place in its parent, and its response to touches.
  package private(set) var placement = ObjectPlacement()

  /// The object's frame in its parent's coordinates; nil for an object without a place.
  package var frame: Rect? { placement.frame }

  /// True if the object has a frame with an extent. The default frame of views has no extent.
  package var hasFrame: Bool { frame?.hasExtent ?? false }

  /// True if the object is hidden, together with its descendants.
  package var isHidden: Bool { placement.isHidden }

  /// The text before and after the children as one piece, so that an object without children needs one read.
  private(set) var text = TextStore.Piece()
  private var headCount: UInt32 = 0

  /// The text before the text of the children, and the text after it.
  var parts: (head: TextStore.Piece, tail: TextStore.Piece) { text.split(at: Int(headCount)) }

  /// The content between an object's background and its children: its drawing, a label or nothing.
  package enum Content {
    case drawing(DisplayList)
    /// The object has no drawing. The picture shows this text, the class name, unless the object has children.
    case label(String)
    /// The object has no drawing, and the picture shows no text for it.
    case nothing
  }

  package init() {}

  /// Creates the picture of an object and writes its SVG text to a store. Writes nothing for a hidden object.
  ///
  /// - Parameters:
  ///   - id: the object's id; the SVG group of the object has it as its `id`, after the prefix.
  ///   - prefix: a prefix for the id, so that ids differ in a picture with several scenes.
  ///   - className: the object's class; the SVG group of the object has it as its `class`.
  ///   - hasChildren: true if the object has children.
  ///   - hasGuessedText: becomes true if the width of a drawn character is a guess.
  ///   - texts: the store for the object's text.
  package init(
    id: String, prefix: String = "", className: String, _ look: ObjectAppearance, _ content: Content, hasChildren: Bool,
    hasGuessedText: inout Bool, texts: TextStore
  ) {
    placement = look.placement
    guard !isHidden else { return }
    var writer = SVGWriter(idPrefix: prefix + id)
    writer.append("<g")
    writer.attribute("id", text: prefix + id)
    writer.attribute("class", text: className)
    writer.place(placement)
    if look.alpha < 1 { writer.attribute("opacity", look.alpha) }
    writer.append(">\n")
    var ends = 1
    if placement.clipRadius != nil, frame != nil {
      writer.beginGroup(clippedTo: look.outline())
      ends += 1
    }
    if let color = look.backgroundColor, frame != nil, color.alpha > 0 {
      writer.append([.fill(look.outline(), .color(color), .nonzero)])
    }
    writer.append(content.entries(in: look, hasChildren: hasChildren))
    let offset = look.placement.contentOffset
    if hasChildren, offset != .zero {
      writer.beginGroup(translatedBy: Point(x: -offset.x, y: -offset.y))
      ends += 1
    }
    headCount = UInt32(clamping: writer.bytes.count)
    if let border = look.border {
      if hasChildren, offset != .zero {
        writer.append("</g>")
        ends -= 1
      }
      writer.append([border])
    }
    writer.append(String(repeating: "</g>", count: ends) + "\n")
    text = texts.add(writer.bytes)
    hasGuessedText = hasGuessedText || writer.hasGuessedText
  }

  /// Marks the object's text in the store as no longer needed.
  package func drop(from texts: TextStore) { texts.drop(text) }

  /// Copies the object's text to a different store, and uses it from there.
  ///
  /// - Throws: an error if the file with the texts can no longer be read.
  package mutating func move(from texts: TextStore, to others: TextStore) throws(Diagnostic) {
    text = try texts.copy(text, to: others)
  }
}

extension ObjectPicture.Content {
  fileprivate func entries(in look: ObjectAppearance, hasChildren: Bool) -> [DrawingEntry] {
    switch self {
    case .drawing(let list): return list.entries
    case .nothing: return look.isSeen || hasChildren ? [] : Self.outline(of: look)
    case .label(let text):
      guard !hasChildren, let size = look.frame?.size else { return [] }
      var entries = look.isSeen ? [] : Self.outline(of: look)
      let letters = min(12, size.height * 0.8)
      if letters >= 4, size.width >= 40 {
        let style = TextStyle(
          size: letters, color: Self.ink(on: look.backgroundColor), alignment: .center, verticalAlignment: .middle,
          lineLimit: 1, wraps: false, truncation: .middle)
        entries.append(.text(text, Rect(x: 3, y: 0, width: size.width - 6, height: size.height), style))
      }
      return entries
    }
  }

  /// Returns a dashed outline, for an object that would be invisible without it; empty for an object without extent.
  private static func outline(of look: ObjectAppearance) -> [DrawingEntry] {
    guard let size = look.frame?.size, size.width > 0, size.height > 0 else { return [] }
    return [.stroke(look.outline(inset: 0.5), .color(Color(white: 0.6)), StrokeStyle(dash: [3, 3]))]
  }

  /// Returns a grey for text on a background; a middle grey if the background is nil or mostly transparent.
  private static func ink(on background: Color?) -> Color {
    guard let color = background, color.alpha > 0.5 else { return Color(white: 0.45) }
    let brightness = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
    return Color(white: brightness > 0.5 ? 0.3 : 0.8)
  }
}
