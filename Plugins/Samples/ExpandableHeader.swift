import InspectorKit

/// The two heights between which a header changes. It controls a view and is none: no frame, no colours.
///
/// ```json
/// { "class": "ExpandableHeader", "attributes": { "isExpanded": true, "headerView": "header" },
///   "effective": { "inactiveHeight": 44, "activeHeight": 88, "headerHeight": 88 } }
/// ```
/// ```json
/// { "class": "ExpandableHeader", "attributes": {}, "effective": { "headerHeight": 44 },
///   "warnings": ["no header view is named; set 'headerView' to the id of the view whose height changes"] }
/// ```
@Component final class ExpandableHeader: Component {
  /// How high the header is while it is folded.
  @Inspectable(range: 0..., unit: "pt") var inactiveHeight = 44

  /// How high the header is while it is expanded.
  @Inspectable(range: 0..., unit: "pt") var activeHeight = 88

  @Inspectable var isExpanded = false

  /// The view whose height changes.
  @Inspectable(references: "View") var headerView = ""

  /// The present height of the header.
  @Inspectable(unit: "pt", readOnly: true) var headerHeight: Int { isExpanded ? activeHeight : inactiveHeight }

  override func awake() {
    if headerView.isEmpty {
      warn("no header view is named; set 'headerView' to the id of the view whose height changes")
    }
  }
}
