internal import InspectorKit

/// A sender of requests about components of one class, with many components in one message. The sender also identifies
/// the components that crash the worker.
final class ClassMessenger {
  private let subject: any ConformanceSubject
  let definition: ComponentDefinition

  /// The values of the parent's properties that the class reads; empty if the class reads none.
  var parent: [(name: String, value: PropertyValue)] = []
  private var lastID = 100

  /// The number of components requested so far.
  private(set) var cases = 0

  /// The longest time per component of a message, in nanoseconds: the message's time divided by the number of its
  /// components. Messages that request drawings, or are 1 MiB long or longer, do not count.
  private(set) var slowest = 0

  /// The number of components that crashed or hung the worker. Each of them costs the start of a fresh worker, and a
  /// hung worker also costs the time until the deadline.
  private(set) var ends = 0

  /// The maximum number of components that may crash or hang the worker; the check of the class then ends, since more
  /// would show nothing new.
  static let mostEnds = 12

  var isGivenUp: Bool { ends >= Self.mostEnds }

  init(_ subject: any ConformanceSubject, _ definition: ComponentDefinition) {
    self.subject = subject
    self.definition = definition
  }

  /// The maximum number of components in one message.
  private static let group = 64

  /// Requests all components, which are edited in the same property or not at all.
  ///
  /// - Parameters:
  ///   - isReversed: true to list the properties in reverse order.
  ///   - draws: true if each component draws itself, in the size of its case.
  ///   - touches: true if each component reports whether it accepts the touch of its case.
  ///   - action: the action to run on each component; nil for none.
  ///   - failed: a function that is called for each component without a reply, with the reason.
  /// - Returns: the replies in the order of the cases; nil for a component without a reply.
  func answers(
    _ cases: [BuildCase], mode: WorkerProtocol.Mode, isReversed: Bool = false, asksLifecycle: Bool = false,
    draws: Bool = false, touches: Bool = false, action: String? = nil, failed: (BuildCase, SubjectFailure) -> Void
  ) throws(SubjectFailure) -> [BuildAnswer?] {
    var answers: [BuildAnswer?] = []
    var rest = cases[...]
    while !rest.isEmpty, !isGivenUp {
      let group = Array(rest.prefix(Self.group))
      rest = rest.dropFirst(Self.group)
      let names = definition.properties.map(\.name)
      var request = BuildRequest(
        className: definition.name, mode: mode, properties: isReversed ? names.reversed() : names,
        edited: group.first?.edit?.property, parent: parent, asksLifecycle: asksLifecycle)
      request.action = action
      (request.draws, request.touches) = (draws, touches)
      answers += try ask(request, group, failed)
    }
    return answers + [BuildAnswer?](repeating: nil, count: cases.count - answers.count)
  }

  /// Requests a group of components in one message. If the request fails, restarts the worker and requests each
  /// component by itself.
  private func ask(
    _ request: BuildRequest, _ group: [BuildCase], _ failed: (BuildCase, SubjectFailure) -> Void
  ) throws(SubjectFailure) -> [BuildAnswer?] {
    do throws(SubjectFailure) {
      return try send(request, group)
    } catch {
      if error.kind == .cancelled { throw error }
      // A worker that reports an endless loop ends afterwards.
      try subject.restart()
      guard group.count > 1 else {
        if error.kind != .malformed { ends += 1 }
        failed(group[0], error)
        return [nil]
      }
    }
    var answers: [BuildAnswer?] = []
    for row in group {
      guard !isGivenUp else { break }
      answers += try ask(request, [row], failed)
    }
    return answers + [BuildAnswer?](repeating: nil, count: group.count - answers.count)
  }

  private func send(_ request: BuildRequest, _ group: [BuildCase]) throws(SubjectFailure) -> [BuildAnswer] {
    lastID += 1
    let message = request.message(id: lastID, group)
    let start = ContinuousClock.now
    let reply = try subject.ask(message)
    let time = Int(start.duration(to: .now) / .nanoseconds(1))
    cases += group.count
    // Most of the time for long texts goes into copying them, and a drawing delays no edit.
    if message.count < 1 << 20, !request.draws { slowest = max(slowest, time / group.count) }
    return try BuildAnswer.read(reply, id: lastID, rows: group.count, of: definition)
  }
}
