internal import SceneDocument

/// A ledger of the remarks on values that steps set. If several steps set a property of an object, only the remarks of
/// the last one are kept.
package struct RemarkLedger {
  /// The remarks that later steps may replace, keyed by the current numbers of their objects. If there are no later
  /// steps, the remarks are added to `counted` instead.
  private var remarks: [NodeIndex: [EditRemark]] = [:]
  private var counted = EditRemarks()
  private let hasLaterSteps: Bool

  init(hasLaterSteps: Bool) { self.hasLaterSteps = hasLaterSteps }

  /// Records an edit of an object. The remarks on this edit replace the earlier remarks on the same properties.
  ///
  /// - Parameter properties: returns the names of all edited properties.
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

  /// Returns the remarks in document order, with the current ids of the objects.
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
