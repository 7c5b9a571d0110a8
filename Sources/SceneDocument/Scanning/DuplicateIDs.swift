/// Finds duplicate ids: by their hashes first, by their bytes where hashes are equal.
struct DuplicateIDs {
  let nodes: NodeTable

  /// Returns an object's id, unescaped, as UTF-8.
  let id: (NodeIndex) -> [UInt8]

  /// Returns the objects whose id an earlier object has, each with the first that has it, in document order; a thousand
  /// at most.
  func all() -> [(first: NodeIndex, second: NodeIndex)] {
    let candidates = candidates()
    var found: [(first: NodeIndex, second: NodeIndex)] = []
    var start = 0
    while start < candidates.count {
      var end = start + 1
      while end < candidates.count, candidates[end].hash == candidates[start].hash { end += 1 }
      if end - start > 1 { found += pairs(candidates[start..<end]) }
      start = end
    }
    return Array(found.sorted { $0.second < $1.second }.prefix(1000))
  }

  private struct Candidate {
    var hash: UInt32
    var node: UInt32

    var rank: UInt64 { UInt64(hash) << 32 | UInt64(node) }
  }

  /// Returns the objects that share some bits of their hash with another, sorted by hash, then by place.
  ///
  /// A bitmap of 16 bits an object leaves one in some thirty; only those are sorted.
  private func candidates() -> [Candidate] {
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
    var candidates: [Candidate] = []
    for node in 0..<nodes.count {
      let hash = nodes.records[node].idHash
      let bucket = Int(hash >> shift)
      if twice[bucket >> 6] & (1 << UInt64(bucket & 63)) != 0 {
        candidates.append(Candidate(hash: hash, node: UInt32(truncatingIfNeeded: node)))
      }
    }
    candidates.sort { $0.rank < $1.rank }
    return candidates
  }

  private func pairs(_ group: ArraySlice<Candidate>) -> [(first: NodeIndex, second: NodeIndex)] {
    var places: [[UInt8]: NodeIndex] = [:]
    var pairs: [(first: NodeIndex, second: NodeIndex)] = []
    for candidate in group {
      let node = NodeIndex(candidate.node)
      let id = id(node)
      if let first = places[id] { pairs.append((first, node)) } else { places[id] = node }
    }
    return pairs
  }
}
