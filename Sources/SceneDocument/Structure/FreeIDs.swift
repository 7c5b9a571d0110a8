import JSONText

/// A generator of ids that no object of a document has: `badge-2` for `badge`, `badge-3` for `badge-2`.
struct FreeIDs {
  /// The hashes of all used ids. An id counts as free only if its hash is missing here.
  private var hashes: Set<UInt32> = []
  /// The last number that was tried for each stem, such as `badge`.
  private var numbers: [ExactText: Int] = [:]
  private let hash: Hash

  init(in document: SceneDocument) {
    hash = document.indexed.state.hash
    hashes.reserveCapacity(document.objectCount)
    for node in document.objects { hashes.insert(document.view.records[node.number].idHash) }
  }

  /// Reserves an id; returns true if it was free, and false if it was used or has the hash of a used one.
  mutating func take(_ id: String) -> Bool {
    var id = id
    return hashes.insert(UInt32(truncatingIfNeeded: id.withUTF8 { hash(UnsafeRawBufferPointer($0)) })).inserted
  }

  /// Reserves and returns a free id: the given id with the next free number after a hyphen, which replaces the id's own
  /// number.
  mutating func next(for id: String) -> String {
    var (stem, number) = (id, 1)
    if let dash = id.utf8.lastIndex(of: UInt8(ascii: "-")), dash != id.startIndex {
      let digits = id[id.utf8.index(after: dash)...]
      if digits.utf8.count < 10, let known = Int(digits), known > 0, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
        (stem, number) = (String(id[..<dash]), known)
      }
    }
    number = max(numbers[ExactText(stem)] ?? 1, number)
    while true {
      number += 1
      let candidate = "\(stem)-\(number)"
      if take(candidate) {
        numbers[ExactText(stem)] = number
        return candidate
      }
    }
  }
}

extension SceneDocument {
  /// Returns an id that no object has, based on the given one: for `badge`, `badge` itself if it is free, else
  /// `badge-2` or a higher number. An empty id is treated as a used id `object`.
  ///
  /// Reads the ids of all objects, so that a separate call for each of many new objects is slow.
  public func freeID(like id: String) -> String {
    var ids = FreeIDs(in: self)
    return !id.isEmpty && ids.take(id) ? id : ids.next(for: id.isEmpty ? "object" : id)
  }
}
