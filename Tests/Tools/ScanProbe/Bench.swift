import Glibc
import JSONText
import SceneDocument
import TestSupport

/// Measures the document's own operations on one scene: `ScanProbe bench FILE [ROUNDS]`.
func bench(_ path: String, rounds: Int) throws {
  var best: [String: Double] = [:]
  func time<R>(_ name: String, _ body: () throws -> R) rethrows -> R {
    let start = now()
    let result = try body()
    best[name] = min(best[name] ?? .infinity, now() - start)
    return result
  }
  var objects = 0
  var size = 0
  for round in 0..<rounds {
    let document = try time("load") { try SceneDocument.load(path: path) }
    objects = document.objectCount
    if round == 0 {
      try time("exact scanner") { try document.withPieces { try JSONSyntax.validate($0) } }
    }
    var count = 0
    var sum = 0
    time("walk every attribute") {
      for node in document.objects {
        document.forEachAttribute(of: node) { _, value in
          count += 1
          sum += value.count
          return true
        }
      }
    }
    let last = document.id(NodeIndex(document.objectCount - 1))
    _ = time("find the last id") { document.node(id: last) }
    time("decode every number and string") {
      for node in document.objects {
        document.forEachAttribute(of: node) { _, value in
          switch value.first ?? 0 {
          case 0x22: sum += JSONString.decode(UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast())).utf8.count
          case 0x2D, 0x30...0x39: sum += JSONNumber.double(value) == nil ? 0 : 1
          default: break
          }
          return true
        }
      }
    }
    time("pull every attribute with JSONReader") {
      for node in document.objects {
        document.forEachAttribute(of: node) { _, value in
          var reader = JSONReader(value)
          do throws(JSONSyntaxError) {
            switch reader.peek() ?? 0 {
            case 0x22: sum += try reader.readRawString().count
            case 0x2D, 0x30...0x39: sum += try reader.readDouble() > 0 ? 1 : 0
            case 0x7B:
              try reader.beginObject()
              while let key = try reader.nextKey() {
                sum += key.count
                sum += try reader.readDouble() > 0 ? 1 : 0
              }
            default: try reader.skipValue()
            }
          } catch {
            sum -= 1
          }
          return true
        }
      }
    }
    let value = Array("12.5".utf8)
    var edits = 0
    try time("edit 1 object in 8") {
      for node in stride(from: NodeIndex(0), to: NodeIndex(document.objectCount), by: 8) {
        _ = try document.apply([.set(key: "tag", value: value)], to: node)
        edits += 1
      }
    }
    size = try time("write to /dev/null") {
      var total = 0
      document.withPieces { total += $0.count }
      try document.save(to: "/dev/null")
      return total
    }
    let folder = TemporaryFolder()
    try time("save") { try document.save(to: "\(folder.path)/out.json") }
    var structure: StructureRestore?
    try time("move one object") {
      structure = try document.restructure([.move(NodeIndex(document.objectCount / 2), to: .first(in: nil))])
    }
    try time("undo it") { if let undo = structure { _ = try document.restore(undo) } }
    try time("remove 1 object in 8") {
      let nodes = stride(from: NodeIndex(7), to: NodeIndex(document.objectCount), by: 8).map(StructureChange.remove)
      structure = try document.restructure(nodes)
    }
    try time("put them back") { if let undo = structure { _ = try document.restore(undo) } }
    let middle = NodeIndex(document.objectCount / 2)
    let toggles = 20_000
    let start = now()
    for toggle in 0..<toggles {
      _ = try document.apply([.set(key: "tag", value: Array("\(toggle)".utf8))], to: middle)
    }
    best["one edit"] = min(best["one edit"] ?? .infinity, (now() - start) / Double(toggles))
  }
  print("\(objects) objects, \(size) bytes after the edits")
  for (name, seconds) in best.sorted(by: { $0.key < $1.key }) {
    let unit = seconds < 1e-3 ? "\(Int(seconds * 1e9)) ns" : "\(Int((seconds * 1e4).rounded()) / 10) ms"
    print("  \(name): \(unit)")
  }
  print("  peak memory: \(peakMemory()) KiB")
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

private func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}
