import InspectorKit

/// An ellipse with a star in its middle. The star's width and height are 5 points less than those of the view.
///
/// The ellipse and the star are parts, addressed by key path:
///
/// ```json
/// { "class": "StarEllipseView", "attributes": { "ellipseView.fillColor": "navy", "starView.pointCount": 7 },
///   "effective": { "ellipseView.fillColor": "#000080FF", "starView.starColor": "#FFFF00FF", "starView.pointCount": 7 } }
/// ```
@Component(help: "An ellipse with a star in its middle.")
final class StarEllipseView: View {
  @Part let ellipseView = EllipseView()

  @Part let starView = StarView()

  override class var partConstraints: [String: [LayoutConstraint]] {
    [
      "ellipseView": [
        .init(.left, to: .parent(.left)), .init(.top, to: .parent(.top)), .init(.width, to: .parent(.width)),
        .init(.height, to: .parent(.height)),
      ],
      "starView": [
        .init(.centerX, to: .parent(.centerX)), .init(.centerY, to: .parent(.centerY)),
        .init(.width, to: .parent(.width), constant: -5), .init(.height, to: .parent(.height), constant: -5),
      ],
    ]
  }
}
