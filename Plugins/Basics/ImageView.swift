import InspectorKit

/// An image from the application's assets, by name.
///
/// ```json
/// { "class": "ImageView", "attributes": { "imageName": "portrait" },
///   "effective": { "imageName": "portrait", "anchor": { "x": 0.5, "y": 0.5 } } }
/// ```
@Component(help: "An image from the assets.")
final class ImageView: View {
  @Inspectable(help: "The asset's name; unset for no image.", aliases: ["image"]) var imageName: String?

  @Inspectable(help: "Which point of the image lies in the middle: 0,0 is its upper left corner, 1,1 its lower right.")
  var anchor = Point(x: 0.5, y: 0.5)

  override func draw(in canvas: inout Canvas, size: Size) {
    guard let imageName else { return }
    canvas.image(named: imageName, in: Rect(origin: .zero, size: size))
  }
}
