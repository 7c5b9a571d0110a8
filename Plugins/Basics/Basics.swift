import InspectorKit

/// A plugin with the views that most scenes need.
@main struct Basics: InspectorPlugin {
  static var components: [Component.Type] {
    [View.self, LabelView.self, ImageView.self, ButtonView.self, SliderView.self, SwitchView.self, StackView.self]
  }
}
