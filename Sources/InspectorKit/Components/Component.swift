/// The base class of all components that can be inspected.
///
/// Mark a subclass `@Component` and its properties `@Inspectable`. `didSet` and `willSet` work as in any Swift class:
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
/// A component is built in this order: `init`, its stored attributes, ``awake()``, ``prepareForInspector()``. The
/// attributes are set in the order of declaration, those of the base class first, but each after the attributes on
/// which it depends. On every change, the component is discarded and built again, so it must be a pure function of
/// its attributes and of its parent's declared values.
open class Component {
  /// The context that connects the component to the host during a build. It passes the host's values to hooks and
  /// collects the hooks' messages. Nil after the build, and without a host.
  @exclusivity(unchecked) final unowned(unsafe) var hooks: HookContext?

  /// Makes a component whose properties have their declared defaults. No hook runs.
  public required init() {}

  /// Adds the class's properties, parts and actions to a list, those of the base class first. The macro `@Component`
  /// generates the override. This implementation adds nothing.
  open class func declare(in list: inout PropertyDeclarations) {}

  /// Runs once for each build, after all stored attributes were applied. Override it to check or derive values that
  /// depend on several attributes.
  open func awake() {}

  /// Runs after ``awake()`` when an inspector builds the component, but not when a program applies a bundle at run
  /// time.
  open func prepareForInspector() {}

  /// Draws the component. A component whose class does not override this method is shown as a box with its name.
  ///
  /// The method is called after the component is built and laid out, and must not change it. The host draws the
  /// background of a ``View`` below this drawing and the border above it, and applies the corners and the opacity. A
  /// component whose content needs a size, such as a label with text, has an inspectable property
  /// `intrinsicContentSize` of type Size, which layout reads.
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

  /// Returns the component that receives a touch at a point: this component, or nil to let the touch pass to whatever
  /// lies beneath. A class that never receives touches is marked `@Component(passesTouches: true)` instead.
  ///
  /// A touch goes to the topmost component that accepts it: the host asks this component after its children and the
  /// siblings above it. The method is called after the component is built and laid out, and must not change it. A
  /// message passed to ``warn(_:)`` is shown to a user who asks why the touch passed.
  ///
  /// ```swift
  /// override func hitTest(_ point: Point, in size: Size) -> Component? {
  ///   point.y < barHeight ? self : nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - point: a point inside the component; the origin is the component's upper left corner.
  ///   - size: the component's size, in points.
  open func hitTest(_ point: Point, in size: Size) -> Component? { self }

  /// The layout constraints of the component's parts, by part name. A part without constraints keeps its `frame`.
  ///
  /// Override this property in a class that has views as parts, such as an ellipse with a centred star that is 5 points
  /// narrower and 5 points shorter than the ellipse:
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

  /// The named sets of values that a user can give to a new object of the class.
  ///
  /// A subclass adds its own presets to the inherited ones: `super.presets + […]`; see ``Preset``.
  open class var presets: [Preset] { [] }

  /// The default sorting, grouping, search and related objects for lists of the class's objects; nil for none.
  ///
  /// A subclass inherits the arrangement, and overrides this property to replace it; see ``Arrangement``.
  open class var arrangement: Arrangement? { nil }

  /// The reason why the current hook runs; nil outside a build.
  public final var cause: ChangeCause? { hooks?.cause }

  /// The values of the parent that the class lists in `readsParent`; nil at the top of a scene and outside a build.
  ///
  /// If a class lists no values, `parent` is never nil during a build and every read is refused, so such a class cannot
  /// detect whether it has a parent.
  public final var parent: ParentValues? {
    hooks.flatMap { $0.hasParent || $0.parentNames.isEmpty ? ParentValues(hooks: $0) : nil }
  }

  /// Returns the value of a setting of the plugin. The macro ``Setting(label:help:range:unit:options:personal:)``
  /// generates the call.
  ///
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - value: the default, which is returned if the setting has no value, and outside a build.
  public final func setting<Value: InspectableProperty>(
    _ name: String, default value: @autoclosure () -> Value
  ) -> Value {
    hooks?.settings[name].flatMap { Value(inspectable: $0) } ?? value()
  }

  /// Warns the user about the property that is being set. The value is kept. Outside a build, the warning has no
  /// effect.
  public final func warn(_ message: String) { hooks?.warn(message) }

  /// Refuses the value that is being set, with a reason for the user: `reject("a rating needs at least one star")`. If
  /// a hook refuses several times, the first reason is used. Outside a build, the refusal has no effect.
  ///
  /// A refused edit changes nothing. When stored attributes are loaded, a refused value is skipped and the default is
  /// used.
  public final func reject(_ reason: String) { hooks?.reject(reason) }
}
