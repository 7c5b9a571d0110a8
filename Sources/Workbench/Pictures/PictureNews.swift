internal import SceneDocument
internal import SceneSessions
internal import Synchronization

/// A record of a scene's changes since its picture was last drawn.
final class PictureNews {
  private var observer: Int?

  /// The observed session. It may be a client's own handle, which nobody else retains; the observer retains neither it nor
  /// this object.
  private var session: SceneSession?
  private weak var model: SceneModel?

  /// The changes since the last update. The observer retains this object instead of the picture.
  private final class Inbox: Sendable {
    let news = Mutex<(touched: Set<NodeIndex>, isEverything: Bool)>(([], false))
  }

  private let inbox = Inbox()

  deinit {
    if let observer { session?.stopObserving(observer) }
  }

  /// Returns the objects to redraw; nil for all. From then on changes are recorded.
  func take(_ session: SceneSession, _ model: SceneModel) -> [NodeIndex]? {
    let isFirst = observer == nil
    if isFirst {
      self.session = session
      observer = session.observe { [inbox] change in
        inbox.news.withLock { news in
          if change.map != nil || !change.colors.isEmpty || !change.structure.isEmpty { news.isEverything = true }
          if !news.isEverything { news.touched.formUnion(change.nodes) }
        }
      }
    }
    let (touched, isEverything) = inbox.news.withLock { news in
      defer { news = ([], false) }
      return news
    }
    // An exchange of plugins creates another model.
    let isOther = self.model !== model
    self.model = model
    if isFirst || isOther || isEverything { return nil }
    guard !touched.isEmpty, model.hasParentReaders else { return touched.sorted() }
    return touched.union(DependentBuilds.readers(below: NodeSet(touched), in: model)).sorted()
  }
}
