internal import SceneDocument

/// Gathers what a person should know of values that steps gave: of each property of an object what the last step leaves.
package struct RemarkLedger {
  /// The remarks by their objects' numbers now, where a later step may take one back; else they are only counted.
  private var remarks: [NodeIndex: [EditRemark]] = [:]
  private var counted = EditRemarks()
  private let hasLaterSteps: Bool

  init(hasLaterSteps: Bool) { self.hasLaterSteps = hasLaterSteps }

  /// Notes an edit of some of an object's properties.
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

  mutating func follow(_ map: NodeMap) {
    guard !map.isIdentity, !remarks.isEmpty else { return }
    remarks = remarks.reduce(into: [:]) { moved, entry in
      if let node = map.new(entry.key) { moved[node] = entry.value }
    }
  }

  /// The remarks, in the order of the document and under the names that the objects have now.
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
