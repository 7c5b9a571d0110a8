// Ids are compared by their hashes first, and by their bytes if the hashes are equal.
extension SceneDocument {
  /// Returns an error for each object that has the id of an earlier object, in document order; a thousand errors at
  /// most.
  func allDuplicateIDs() -> [SceneFault] {
    duplicates().prefix(1000).map {
      SceneFault(SceneRefusal.duplicateID(id($1)), at: writtenIDOffset($1), related: writtenIDOffset($0))
    }
  }

  /// Returns the id of the first object that repeats an earlier id; nil if all ids differ.
  func firstDuplicateID() -> String? { duplicates().first.map { id($0.second) } }

  /// Returns each object that repeats the id of an earlier object, paired with the first object of that id, in document
  /// order.
  private func duplicates() -> [(first: NodeIndex, second: NodeIndex)] {
    let candidates = duplicateCandidates()
    var found: [(first: NodeIndex, second: NodeIndex)] = []
    var start = 0
    while start < candidates.count {
      var end = start + 1
      while end < candidates.count, candidates[end] >> 32 == candidates[start] >> 32 { end += 1 }
      if end - start > 1 { found += pairsWithOneID(candidates[start..<end]) }
      start = end
    }
    return found.sorted { $0.second < $1.second }
  }

  /// Returns the objects that may have a duplicate id: the hash of another object's id has the same upper bits. Each
  /// element has the hash in its upper half and the object's number in its lower half; the list is sorted.
  ///
  /// If all ids differ, only a few per cent of the objects become candidates, since the bitmap has at least 16 bits per
  /// object.
  private func duplicateCandidates() -> [UInt64] {
    let nodes = nodes
    var bits = 10
    while 1 << bits < 16 * nodes.count, bits < 32 { bits += 1 }
    let shift = UInt32(32 - bits)
    let words = (1 << bits) / 64
    var seen = [UInt64](repeating: 0, count: words)
    var twice = [UInt64](repeating: 0, count: words)
    var any = false
    for node in 0..<nodes.count {
      let bucket = Int(nodes.records[node].idHash >> shift)
      let bit = UInt64(1) << UInt64(bucket & 63)
      if seen[bucket >> 6] & bit != 0 {
        twice[bucket >> 6] |= bit
        any = true
      }
      seen[bucket >> 6] |= bit
    }
    guard any else { return [] }
    var candidates: [UInt64] = []
    for node in 0..<nodes.count {
      let hash = nodes.records[node].idHash
      let bucket = Int(hash >> shift)
      if twice[bucket >> 6] & (1 << UInt64(bucket & 63)) != 0 { candidates.append(UInt64(hash) << 32 | UInt64(node)) }
    }
    candidates.sort()
    return candidates
  }

  /// Returns each object of a group that repeats the id of an earlier object, paired with the first object of that id.
  private func pairsWithOneID(_ group: ArraySlice<UInt64>) -> [(first: NodeIndex, second: NodeIndex)] {
    var places: [[UInt8]: NodeIndex] = [:]
    var pairs: [(first: NodeIndex, second: NodeIndex)] = []
    for candidate in group {
      let node = NodeIndex(UInt32(truncatingIfNeeded: candidate))
      let id = Array(id(node).utf8)
      if let first = places[id] { pairs.append((first, node)) } else { places[id] = node }
    }
    return pairs
  }
}
