internal import JSONText
internal import SceneDocument

/// A store of byte records about objects. The records are read back in document order. The bytes are kept in a file, of
/// which only a megabyte or two is in memory.
///
/// Records are added in runs, each in document order, since an edit reports one class after another. Reading merges the
/// runs.
struct SpooledRecords {
  /// The location of a record: its object, and the offset and the number of its bytes in the file.
  struct Record {
    fileprivate var number: UInt32
    fileprivate var count: UInt32
    var offset: Int

    var node: NodeIndex { NodeIndex(number) }
    fileprivate var range: Range<Int> { offset..<(offset + Int(count)) }

    /// The size of the header before a record's bytes, in bytes.
    static let headCount = 8
  }

  private let spool = ByteSpool()

  /// The offsets in the file at which the runs begin.
  private var rows: [Int] = []
  private var last: NodeIndex?

  /// The records from before a structural edit, under the current numbers of their objects.
  private var moved: [Record] = []
  private var isLost = false

  /// The offset of the next record.
  var end: Int { spool.count }

  mutating func append(_ bytes: [UInt8], of node: NodeIndex) {
    if last.map({ node < $0 }) ?? true { rows.append(spool.count) }
    last = node
    withUnsafeBytes(of: (UInt32(node.number), UInt32(bytes.count))) { spool.append($0) }
    spool.append(bytes)
  }

  /// Renumbers the records after a structural edit, and drops the records of removed objects.
  mutating func follow(_ map: NodeMap) {
    // Renumbering changes the order of these records, so they are kept one by one from here on.
    var known: [Record] = []
    isLost =
      !read { record, _ in
        known.append(record)
        return true
      }
    moved = known.compactMap { record in
      map.new(record.node).map { Record(number: UInt32($0.number), count: record.count, offset: record.offset) }
    }
    moved.sort { ($0.number, $0.offset) < ($1.number, $1.offset) }
    (rows, last) = ([], nil)
  }

  /// Calls `body` with each record in document order, until it returns false. The records of one object keep the order
  /// in which they were added.
  ///
  /// - Returns: false if the records can no longer be read.
  func read(_ body: (Record, [UInt8]) -> Bool) -> Bool {
    guard !isLost else { return false }
    do throws(Lost) {
      var open = try openRows()
      while var row = open.popLast() {
        guard body(row.record, row.bytes) else { break }
        guard try row.advance() else { continue }
        // The rows are sorted in reverse order: the row with the next record is the last.
        open.insert(row, at: open.partitioningIndex { !row.isBefore($0) })
      }
      return true
    } catch {
      return false
    }
  }

  private func openRows() throws(Lost) -> [Row] {
    // Together, all rows read about a megabyte ahead.
    let ahead = max((1 << 20) / (rows.count + 1), Record.headCount)
    var open: [Row] = []
    var row = Row(spool, number: 0, moved: moved)
    if try row.advance() { open.append(row) }
    for (place, start) in rows.enumerated() {
      let end = place + 1 < rows.count ? rows[place + 1] : spool.count
      row = Row(spool, number: place + 1, start..<end, ahead: ahead)
      if try row.advance() { open.append(row) }
    }
    return open.sorted { $1.isBefore($0) }
  }

  private struct Lost: Error {}

  /// A cursor over records in document order, with the current record.
  private struct Row {
    private let spool: ByteSpool
    private let number: Int
    private var moved: ArraySlice<Record>
    private var range: Range<Int>
    private let ahead: Int

    /// The part of the file that was read last. Its offset is `windowStart`.
    private var window: [UInt8] = []
    private var windowStart = 0

    private(set) var record = Record(number: 0, count: 0, offset: 0)
    private(set) var bytes: [UInt8] = []

    init(_ spool: ByteSpool, number: Int, moved: [Record] = [], _ range: Range<Int> = 0..<0, ahead: Int = 0) {
      (self.spool, self.number, self.moved, self.range, self.ahead) = (spool, number, moved[...], range, ahead)
    }

    func isBefore(_ other: Row) -> Bool { (record.number, number) < (other.record.number, other.number) }

    /// Loads the next record into `record` and `bytes`; returns false at the end. Throws if the file cannot be read.
    mutating func advance() throws(Lost) -> Bool {
      if let next = moved.popFirst() {
        record = next
      } else if range.isEmpty {
        return false
      } else {
        let head = try read(range.lowerBound..<(range.lowerBound + Record.headCount))
        let (number, count) = head.withUnsafeBytes { $0.loadUnaligned(as: (UInt32, UInt32).self) }
        record = Record(number: number, count: count, offset: range.lowerBound + Record.headCount)
        range = record.range.upperBound..<range.upperBound
      }
      bytes = try read(record.range)
      return true
    }

    private mutating func read(_ part: Range<Int>) throws(Lost) -> [UInt8] {
      if part.lowerBound < windowStart || part.upperBound > windowStart + window.count {
        // Records of one run are contiguous; nothing is read beyond the end of the run.
        let end = max(part.upperBound, min(part.lowerBound + ahead, range.upperBound))
        guard let bytes = spool.read(part.lowerBound..<end) else { throw Lost() }
        (window, windowStart) = (bytes, part.lowerBound)
      }
      return Array(window[(part.lowerBound - windowStart)..<(part.upperBound - windowStart)])
    }
  }
}
