/// The base class of everything that can be inspected.
///
/// Mark a subclass `@Component` and its properties `@Inspectable`; `didSet` and `willSet` work as written:
///
/// ```swift
/// @Component final class Dial: Component {
///   @Inspectable(range: 0...) var maximumValue = 1.0
///   @Inspectable(dependsOn: ["maximumValue"]) var value = 0.5 {
///     didSet { if value > maximumValue { value = maximumValue } }
///   }
/// }
/// ```
///
/// A component is built in this order: `init`, its stored attributes (base class first, in the order of declaration,
/// each after those it depends on), ``awake()``, ``prepareForInspector()``. On every change it is thrown away and built
/// again, so it must be a pure function of its attributes and of its parent's declared values.
open class Component {
  /// The context that passes the host's values to hooks and collects their messages during a build; nil outside a host,
  /// which removes it after the build.
  @exclusivity(unchecked) final unowned(unsafe) var hooks: HookContext?

  /// Makes a component whose properties have their declared defaults. Hooks do not run here.
  public required init() {}

  /// Adds the class's properties to a list, its base class's first. `@Component` writes this.
  open class func declare(in list: inout PropertyDeclarations) {}

  /// Called once after all stored attributes were applied.
  open func awake() {}

  /// Called after ``awake()`` if an inspector builds the component, but not if a runtime does.
  open func prepareForInspector() {}

  /// Draws the component; a class that does not override this is shown as a box with its name.
  ///
  /// It is called after the component is built and laid out, and must not change it. The host draws the background of a
  /// ``View`` below this drawing and the border above it, and applies the corners and the opacity. A component whose
  /// content needs a size, such as a label with text, has an inspectable property `intrinsicContentSize` of type Size,
  /// which layout reads.
  ///
  /// ```swift
  /// override func draw(in canvas: inout Canvas, size: Size) {
  ///   canvas.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), with: fillColor)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - canvas: the canvas to draw on; its origin is the component's upper left corner.
  ///   - size: the component's size, in points.
  open func draw(in canvas: inout Canvas, size: Size) { canvas.isUntouched = true }

  /// The layout constraints of the component's parts, by part name. A part without constraints keeps its own `frame`.
  ///
  /// Override it in a class that has views as parts, such as an ellipse with a star in its middle that is 5 points
  /// narrower and lower:
  ///
  /// ```swift
  /// override class var partConstraints: [String: [LayoutConstraint]] {
  ///   [
  ///     "starView": [
  ///       .init(.centerX, to: .parent(.centerX)), .init(.centerY, to: .parent(.centerY)),
  ///       .init(.width, to: .parent(.width), constant: -5), .init(.height, to: .parent(.height), constant: -5),
  ///     ]
  ///   ]
  /// }
  /// ```
  ///
  /// The parts are drawn above the component's own drawing, in the order of their declaration. Layout computes each
  /// part's `layout.frame`, which can be read and is never stored.
  open class var partConstraints: [String: [LayoutConstraint]] { [:] }

  /// The reason that the current hook runs; nil outside a host.
  public final var cause: ChangeCause? { hooks?.cause }

  /// The parent's values that the class declared in `readsParent`; nil at the top of a scene and outside a host.
  ///
  /// If a class declares none, `parent` is never nil in a host and every read is refused, so the class cannot detect a
  /// parent.
  public final var parent: ParentValues? {
    hooks.flatMap { $0.hasParent || $0.parentNames.isEmpty ? ParentValues(hooks: $0) : nil }
  }

  /// Warns the user about the property being set; the value is kept.
  public final func warn(_ message: String) { hooks?.warn(message) }

  /// Refuses the value being set, with a reason for the user: `reject("a rating needs at least one star")`.
  ///
  /// A refused edit changes nothing. During loading, the refused value is skipped and the default is used.
  public final func reject(_ reason: String) { hooks?.reject(reason) }
}
