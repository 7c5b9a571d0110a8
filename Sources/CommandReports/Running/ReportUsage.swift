internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneSessions

/// The errors of usage that several commands share.
enum ReportUsage: UsageRefusal {
  case noSceneIsOpen
  case idForSelector(String)
  case noBackground(PropertyValueError)
  case countHasNoColumns

  var message: String {
    switch self {
    case .noSceneIsOpen: "no scene is open; 'open FILE' opens one"
    case .idForSelector(let id): "'\(id)' is an id, not a selector; write '\(Selector(ids: [id]).text)'"
    case .noBackground(let error): "'--background' is not a colour: \(error.message)"
    case .countHasNoColumns:
      "'--count' prints no objects, so '--columns' and '--sort' have no effect; leave them out"
    }
  }
}
