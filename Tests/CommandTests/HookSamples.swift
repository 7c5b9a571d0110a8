import Foundation
import InspectorKit

/// Components with behaviour that the sample plugins lack.
enum HookSamples: InspectorPlugin {
  static var components: [Component.Type] { [Vote.self, Meddler.self] }
}

/// A component that rejects negative votes, warns of many votes, counts them, and clamps its weight.
final class Vote: Component {
  var votes = 0 {
    didSet {
      if votes < 0 { reject("a vote cannot be taken back") }
      if votes > 100 { warn("that many votes are checked by hand") }
      stars = min(votes / 10, 5)
    }
  }

  var stars = 0

  var weight = 1.0 { didSet { if weight > 2 { weight = 2 } } }

  var comment: String?

  var tint: Color? = .red

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Vote.self)
    list.property("votes", of: Vote.self, get: { $0.votes }, set: { $0.votes = $1 })
    list.property("stars", of: Vote.self, get: { $0.stars }, set: { $0.stars = $1 })
    list.property("weight", of: Vote.self, get: { $0.weight }, set: { $0.weight = $1 })
    list.property("comment", of: Vote.self, observed: false, get: { $0.comment }, set: { $0.comment = $1 })
    list.property("tint", of: Vote.self, observed: false, get: { $0.tint }, set: { $0.tint = $1 })
  }
}

/// A component that writes to the file at a given path, as another program might during an edit.
final class Meddler: Component {
  var path = "" {
    didSet {
      guard cause == .edit, let file = FileHandle(forWritingAtPath: path) else { return }
      file.seekToEndOfFile()
      file.write(Data(" ".utf8))
      file.closeFile()
    }
  }

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Meddler.self)
    list.property("path", of: Meddler.self, get: { $0.path }, set: { $0.path = $1 })
  }
}
