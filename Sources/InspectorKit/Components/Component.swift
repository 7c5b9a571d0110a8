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
  /// What the host passes in and collects while it builds this component; nil outside a host, which takes it away when
  /// it is done.
  @exclusivity(unchecked) final unowned(unsafe) var hooks: HookContext?

  /// A component whose properties have their declared defaults. Hooks do not run here.
  public required init() {}

  /// Adds the class's properties to a list, its base class's first. `@Component` writes this.
  open class func declare(in list: inout PropertyDeclarations) {}

  /// Called once after all stored attributes were applied.
  open func awake() {}

  /// Called after ``awake()`` where an inspector builds the component, not where a runtime does.
  open func prepareForInspector() {}

  /// Draws the component as people see it; a class that does not override this is shown as a box with its name.
  ///
  /// It is called on a component that is built and laid out, and must change nothing of it. The background, the border, the
  /// corners and the opacity of a ``View`` are drawn by the host, below and above what is drawn here. A component whose content
  /// needs a size, as a label's text does, has an inspectable property `intrinsicContentSize` of the type Size, which layout
  /// reads.
  ///
  /// ```swift
  /// override func draw(in canvas: inout Canvas, size: Size) {
  ///   canvas.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), with: fillColor)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - canvas: what it draws on; its origin is the component's upper left corner.
  ///   - size: the component's size, in points.
  open func draw(in canvas: inout Canvas, size: Size) { canvas.isUntouched = true }

  /// Where the component's parts lie in it, by the name of the part; those of no part lie where their own `frame` says.
  ///
  /// Override it in a class that has views as parts: an ellipse with a star in its middle, whose size is its own less 5, is
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
  /// The parts are drawn above what the component draws itself, in the order of their declaration. What layout computes for a part is
  /// its `layout.frame`, which is read and never stored.
  open class var partConstraints: [String: [LayoutConstraint]] { [:] }

  /// Why the hook runs, or nil outside a host.
  public final var cause: ChangeCause? { hooks?.cause }

  /// The parent's values that the class declared in `readsParent`; nil at the top of a scene and outside a host.
  ///
  /// A class that declares none cannot know whether there is a parent: every read is refused.
  public final var parent: ParentValues? {
    hooks.flatMap { $0.hasParent || $0.parentNames.isEmpty ? ParentValues(hooks: $0) : nil }
  }

  /// Warns the person about the property being set; the value is kept.
  public final func warn(_ message: String) { hooks?.warn(message) }

  /// Refuses the value being set, with the reason that the person sees: `reject("a rating needs at least one star")`.
  ///
  /// An edit that is refused changes nothing. While loading, the stored value is left out and the default is used.
  public final func reject(_ reason: String) { hooks?.reject(reason) }
}
