package import ComponentModel
package import InspectorKit

/// One object's part of a picture: SVG text before and after that of its children.
package struct ObjectPicture {
  /// The object's frame in its parent; nil for an object without a place.
  package var frame: Rect?

  /// Whether neither it nor what it holds is seen.
  package var isHidden = false

  /// The whole text, which lies in one place: an object without children needs one reading.
  private(set) var text = TextStore.Piece()
  private var headCount: UInt32 = 0

  /// The text before that of its children, and the text after it.
  var parts: (head: TextStore.Piece, tail: TextStore.Piece) { text.split(at: Int(headCount)) }

  /// What the object draws between its background and its children.
  package enum Content {
    case drawing(DisplayList)

    /// Nothing of its own; the name of its class is shown, unless it has children.
    case label(String)
    case nothing
  }

  package init() {}

  /// - Parameters:
  ///   - id: the object's id, which its group has, too.
  ///   - prefix: what stands before the id, where a picture has several scenes.
  ///   - hasChildren: whether it holds objects.
  ///   - texts: where its text is put.
  package init(
    id: String, prefix: String = "", className: String, _ look: ObjectAppearance, _ content: Content, hasChildren: Bool,
    hasGuessedText: inout Bool, texts: TextStore
  ) {
    frame = look.frame
    isHidden = look.isHidden
    guard !isHidden else { return }
    var writer = SVGWriter(idPrefix: prefix + id)
    writer.append("<g")
    writer.attribute("id", text: prefix + id)
    writer.attribute("class", text: className)
    if let frame, frame.x != 0 || frame.y != 0 {
      writer.append(" transform=\"translate(")
      writer.append([frame.x, frame.y])
      writer.append(")\"")
    }
    if look.alpha < 1 { writer.attribute("opacity", look.alpha) }
    writer.append(">\n")
    var ends = 1
    if look.isClipped, frame != nil {
      let clip = writer.define(look.outline())
      writer.append("<g clip-path=\"url(#\(clip))\">\n")
      ends += 1
    }
    if let color = look.backgroundColor, frame != nil, color.alpha > 0 {
      writer.append([.fill(look.outline(), .color(color), .nonzero)])
    }
    writer.append(content.entries(in: look, hasChildren: hasChildren))
    if hasChildren, look.contentOffset != .zero {
      writer.append("<g transform=\"translate(")
      writer.append([-look.contentOffset.x, -look.contentOffset.y])
      writer.append(")\">\n")
      ends += 1
    }
    headCount = UInt32(clamping: writer.bytes.count)
    if let border = look.border {
      if hasChildren, look.contentOffset != .zero {
        writer.append("</g>")
        ends -= 1
      }
      writer.append([border])
    }
    writer.append(String(repeating: "</g>", count: ends) + "\n")
    text = texts.add(writer.bytes)
    hasGuessedText = hasGuessedText || writer.hasGuessedText
  }

  /// Its text is not needed any more.
  package func drop(from texts: TextStore) { texts.drop(text) }

  /// Puts its text into another store.
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

  /// A dashed line around what cannot be seen otherwise.
  private static func outline(of look: ObjectAppearance) -> [DrawingEntry] {
    guard let size = look.frame?.size, size.width > 0, size.height > 0 else { return [] }
    return [.stroke(look.outline(inset: 0.5), .color(Color(white: 0.6)), StrokeStyle(dash: [3, 3]))]
  }

  /// A grey that can be read on a colour.
  private static func ink(on background: Color?) -> Color {
    guard let color = background, color.alpha > 0.5 else { return Color(white: 0.45) }
    let brightness = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
    return Color(white: brightness > 0.5 ? 0.3 : 0.8)
  }
}
