import InspectorKit
import Synchronization

/// A dial with a correct drawing.
@Component final class Dial: View {
  @Inspectable(range: 0...12) var level = 3.0

  @Inspectable var caption = "Oil"

  @Inspectable var isLoud = false

  /// The number of steps, raised to an even number.
  @Inspectable(range: 0...100) var steps = 4 {
    didSet { if steps % 2 != 0 { steps += 1 } }
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    let bounds = Rect(origin: .zero, size: size)
    canvas.fill(Path(ellipseIn: bounds), with: .white)
    canvas.text(caption, in: bounds)
    guard isLoud else { return }
    canvas.group(opacity: 0.5) { $0.text("\(Int(level))", in: bounds) }
  }
}

struct Dials: InspectorPlugin {
  static var components: [Component.Type] { [Dial.self, NeedleOnly.self] }
}

/// A component with a drawing but without a frame.
@Component final class Nowhere: Component {
  @Inspectable var level = 1

  override func draw(in canvas: inout Canvas, size: Size) { canvas.text("\(level)", in: .zero) }
}

/// A component with a frame that is not a view.
@Component final class Somewhere: Component {
  @Inspectable var frame = Rect.zero

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(Rect(origin: .zero, size: Size(width: 1, height: 1))), with: .red)
  }
}

/// A view without its own drawing.
@Component final class NeedleOnly: View {
  @Inspectable var angle = 0.0
}

/// A view whose drawing divides by a property and by its width.
@Component final class Divider: View {
  @Inspectable(range: 0...9) var parts = 3

  override func draw(in canvas: inout Canvas, size: Size) {
    let width = size.width / Double(parts)
    canvas.fill(Path(Rect(x: 0, y: 0, width: width, height: 5)), with: .red)
    canvas.fill(Path(Rect(x: 0, y: 0, width: 50 / size.width, height: 5)), with: .red)
  }
}

/// A view that draws a line every ten points, whatever its width.
@Component final class Ruled: View {
  override func draw(in canvas: inout Canvas, size: Size) {
    for x in stride(from: 0, to: size.width, by: 10) {
      canvas.fill(Path(Rect(x: x, y: 0, width: 1, height: size.height)), with: .black)
    }
  }
}

/// A view whose drawing counts the calls.
@Component final class Counted: View {
  private static let drawn = Mutex(0)

  override func draw(in canvas: inout Canvas, size: Size) {
    let count = Self.drawn.withLock { count in
      count += 1
      return count
    }
    canvas.text("\(count)", in: .zero)
  }
}

/// A view whose drawing changes a property.
@Component final class Noting: View {
  @Inspectable var note = ""

  override func draw(in canvas: inout Canvas, size: Size) {
    note = "drawn"
    canvas.text(note, in: .zero)
  }
}
