public import SceneDocument

/// A comparison of two scenes that finds differing attributes one at a time, so that even a million differences need
/// little memory.
///
/// ```swift
/// let comparison = try session.unsavedComparison()
/// comparison.structure.first                   // title: removed
/// comparison.forEachAttribute { print($0) }    // badge.pointCount: 5 → 7
/// ```
///
/// Use the comparison before either scene is edited again. ``SceneDifference`` contains the complete result as one
/// value.
public struct SceneComparison {
  /// Objects that were inserted, removed, moved or renamed, or whose class changed, as in
  /// ``SceneDifference/structure``.
  public let structure: [StructureDifference]

  /// Colours of the palette that differ, as in ``SceneDifference/colors``.
  public let colors: [ColorChange]

  package let matching: ObjectMatching
  private let job: InspectorJob?
  private var old: SceneDocument { matching.old }
  private var new: SceneDocument { matching.new }

  /// The scenes including the objects from templates, where available.
  private let composed: (old: SceneDocument, new: SceneDocument)

  /// Matches the objects of two scenes and compares their structure and palettes.
  ///
  /// - Parameter job: a job whose cancellation ends the comparison early; the result is then incomplete.
  public init(from old: SceneDocument, to new: SceneDocument, under job: InspectorJob? = nil) {
    composed = (old, new)
    // Differences in values from templates are not differences of the files.
    let (old, new) = (old.written, new.written)
    matching = ObjectMatching(old, new, under: job)
    structure = matching.structure(under: job)
    colors = SceneDifference.colors(old, new)
    self.job = job
  }

  /// Calls `body` with each element of ``SceneDifference/members``: first the members of the scene, then the members of
  /// the objects, in the order of the new scene.
  public func forEachMember<E>(_ body: (SceneDifference.Member) throws(E) -> Void) throws(E) {
    guard !matching.isIdentity || old.hasEditedOverrides || new.hasEditedOverrides else { return }
    let (old, new) = (old, new)
    for member in SceneDifference.members(
      from: { old.forEachSceneMember($0) }, to: { new.forEachSceneMember($0) }, object: nil)
    {
      try body(member)
    }
    for node in new.objects {
      if job?.isCancelled(at: node.number) == true { return }
      guard let other = matching.old(node), old.hasOtherMembers(other) || new.hasOtherMembers(node) else { continue }
      for member in SceneDifference.members(
        from: { old.forEachOtherMember(of: other, $0) }, to: { new.forEachOtherMember(of: node, $0) },
        object: new.id(node))
      where member.key != SceneDifference.overridesKey || overrides(other, node) == nil {
        try body(member)
      }
    }
  }

  /// Returns the differing overrides of a placeholder; nil if they are compared as a whole.
  private func overrides(_ other: NodeIndex, _ node: NodeIndex) -> [SceneDifference.Attribute]? {
    SceneDifference.overrides(old, other, new, node) { object in
      composed.new.node(id: object).map(composed.new.className)
        ?? composed.old.node(id: object).map(composed.old.className) ?? ""
    }
  }

  /// Calls `body` with each element of ``SceneDifference/attributes``, in the order of the new scene.
  public func forEachAttribute<E>(_ body: (SceneDifference.Attribute) throws(E) -> Void) throws(E) {
    let hasSameOverrides = matching.isIdentity && !old.hasEditedOverrides && !new.hasEditedOverrides
    for node in new.objects {
      if job?.isCancelled(at: node.number) == true { return }
      guard let other = matching.old(node) else { continue }
      // If the scenes share an index, an object that neither scene has edited is the same in both.
      if !matching.isIdentity || new.isEdited(node) || old.isEdited(other) {
        for attribute in SceneDifference.attributes(old, other, new, node) { try body(attribute) }
      }
      guard !hasSameOverrides, old.hasReservedKeys(other) || new.hasReservedKeys(node) else { continue }
      for attribute in overrides(other, node) ?? [] { try body(attribute) }
    }
  }

  /// Returns the differing stored values of one object, by its id in the new scene; empty if one of the scenes lacks
  /// the object.
  public func attributes(of id: String) -> [SceneDifference.Attribute] {
    guard let node = new.node(id: id), let other = matching.old(node) else { return [] }
    return SceneDifference.attributes(old, other, new, node)
  }

  /// True if the scenes have no differences. The search ends at the first difference.
  public var isEmpty: Bool {
    guard structure.isEmpty, colors.isEmpty else { return false }
    do throws(Found) {
      try forEachAttribute { _ throws(Found) in throw Found() }
      try forEachMember { _ throws(Found) in throw Found() }
      return true
    } catch {
      return false
    }
  }

  private struct Found: Error {}
}
