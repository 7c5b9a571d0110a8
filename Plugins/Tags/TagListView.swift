import InspectorKit

/// Tags in lines, with the inspectable properties of the view of this name.
///
/// ```json
/// { "class": "TagListView", "attributes": { "cornerRadius": 12, "tagBackgroundColor": "tomato", "alignment": "center" },
///   "effective": { "cornerRadius": 12, "tagBackgroundColor": "#FF6347FF", "alignment": "center", "paddingX": 5 } }
/// ```
///
/// An opacity beyond 0…1 counts as the nearer end:
///
/// ```json
/// { "class": "TagListView", "attributes": { "shadowOpacity": 1.5 }, "effective": { "shadowOpacity": 1 } }
/// ```
@Component(help: "Tags in lines.")
final class TagListView: View {
  @Inspectable var textColor = Color.white
  @Inspectable var selectedTextColor = Color.white

  @Inspectable(
    help: "Where a title that is too long is cut.",
    options: [
      0: "Word Wrapping", 1: "Char Wrapping", 2: "Clipping", 3: "Truncating Head", 4: "Truncating Tail",
      5: "Truncating Middle",
    ])
  var tagLineBreakMode = 5

  @Inspectable var tagBackgroundColor = Color(white: 0.5)
  @Inspectable var tagHighlightedBackgroundColor: Color?
  @Inspectable var tagSelectedBackgroundColor: Color?

  @Inspectable var cornerRadius = 0.0
  @Inspectable var borderWidth = 0.0
  @Inspectable var borderColor: Color?
  @Inspectable var selectedBorderColor: Color?

  @Inspectable(help: "Above and below a tag's title, in points.") var paddingY = 2.0
  @Inspectable(help: "Left and right of a tag's title, in points.") var paddingX = 5.0
  @Inspectable(help: "Between two lines, in points.") var marginY = 2.0
  @Inspectable(help: "Between two tags, in points.") var marginX = 5.0
  @Inspectable(help: "The least width of a tag, in points.") var minWidth = 0.0

  @Inspectable(options: ["left", "center", "right", "leading", "trailing"]) var alignment = "leading"

  @Inspectable var shadowColor = Color.white
  @Inspectable var shadowRadius = 0.0
  @Inspectable var shadowOffset = Size.zero
  @Inspectable var shadowOpacity: Float = 0 {
    didSet {
      if shadowOpacity < 0 { shadowOpacity = 0 }
      if shadowOpacity > 1 { shadowOpacity = 1 }
    }
  }

  @Inspectable(help: "Whether each tag has a button that removes it.") var enableRemoveButton = false
  @Inspectable var removeButtonIconSize = 12.0
  @Inspectable var removeIconLineWidth = 1.0
  @Inspectable var removeIconLineColor = Color(white: 1, alpha: 0.54)
}
