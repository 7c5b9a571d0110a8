import InspectorKit

/// A plugin whose components demonstrate the features of properties and hooks.
@main struct Samples: InspectorPlugin {
  static var components: [Component.Type] {
    [
      InspectableView.self, ThermostatView.self, StrokeView.self, OutlinedLabel.self, ExpandableHeader.self,
      PassthroughView.self, NavigationBar.self,
    ]
  }

  /// The words with a fixed spelling in labels, as in "HVAC Mode", the label of `hvacMode`.
  static var words: [String] { ["HVAC"] }

  static var rules: [ValidationRule] {
    [
      ValidationRule("halves", "a multiple of 0.5") { value in
        if case .double(let number) = value { (number * 2).rounded() == number * 2 } else { true }
      }
    ]
  }
}
