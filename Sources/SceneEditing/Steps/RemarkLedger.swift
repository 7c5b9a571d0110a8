internal import SceneDocument

/// A ledger of the remarks on values that steps gave. For each property of an object, it keeps the remark of the last
/// step.
package struct RemarkLedger {
  /// The remarks by the present numbers of their objects, if a later step may replace them; otherwise they are only
  /// counted.
  private var remarks: [NodeIndex: [EditRemark]] = [:]
  private var counted = EditRemarks()
  private let hasLaterSteps: Bool

  init(hasLaterSteps: Bool) { self.hasLaterSteps = hasLaterSteps }

  /// Records an edit of some of an object's properties.
  mutating func add(_ new: [EditRemark], of node: NodeIndex, properties: @autoclosure () -> [String]) {
    guard hasLaterSteps else {
      for remark in new { counted.add(remark) }
      return
    }
    if remarks.isEmpty, new.isEmpty { return }
    let names = Set(properties())
    let all = (remarks[node] ?? []).filter { !names.contains($0.property) } + new
    remarks[node] = all.isEmpty ? nil : all
  }

  mutating func follow(_ map: NodeMap) { remarks = remarks.moved(by: map) }

  /// Returns the remarks in document order, with the present ids of the objects.
  func all(in document: SceneDocument) -> EditRemarks {
    var all = counted
    for (node, remarks) in remarks.sorted(by: { $0.key < $1.key }) {
      for var remark in remarks {
        remark.object = document.id(node)
        all.add(remark)
      }
    }
    return all
  }
}
