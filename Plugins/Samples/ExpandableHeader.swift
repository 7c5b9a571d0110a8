import InspectorKit

/// The two heights between which a header changes. It controls a view and is none: no frame, no colours.
///
/// ```json
/// { "class": "ExpandableHeader", "attributes": { "isExpanded": true },
///   "effective": { "inactiveHeight": 44, "activeHeight": 88 } }
/// ```
@Component final class ExpandableHeader: Component {
  /// How high the header is while it is folded.
  @Inspectable(range: 0..., unit: "pt") var inactiveHeight = 44

  /// How high the header is while it is expanded.
  @Inspectable(range: 0..., unit: "pt") var activeHeight = 88

  @Inspectable var isExpanded = false
}
