import InspectorKit

/// The views that every scene needs.
@main struct Basics: InspectorPlugin {
  static var components: [Component.Type] {
    [View.self, LabelView.self, ImageView.self, ButtonView.self, SliderView.self, SwitchView.self, StackView.self]
  }
}
