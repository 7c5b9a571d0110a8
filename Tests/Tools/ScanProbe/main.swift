import Glibc
import JSONText
import SceneDocument

// A tool for tests only. `bench FILE [ROUNDS]` times the document's own work; `edit FILE ID KEY VALUE OUT` makes one
// edit, for files too large for the tests. Without arguments it reads documents from stdin, each after its length as
// four bytes (little-endian), and answers each with a line of three words: what the fast pass, the exact scanner and
// the rules of the format say, `ok` or a code with its offset. `mutate_vs_orjson.py` compares the answers with another
// parser's.

let arguments = CommandLine.arguments
if arguments.count > 2, arguments[1] == "bench" {
  try bench(arguments[2], rounds: arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3)
} else if arguments.count == 7, arguments[1] == "edit" {
  // ScanProbe edit FILE ID KEY VALUE OUT
  let document = try SceneDocument.load(path: arguments[2])
  if let node = document.node(id: arguments[3]) {
    _ = try document.apply([.set(key: arguments[4], value: Array(arguments[5].utf8))], to: node)
    try document.save(to: arguments[6])
  }
} else {
  while let text = readDocument() {
    let verdict = ScannerVerdict(text)
    let syntax = verdict.syntaxFault.map { "\($0.code)@\($0.offset)" } ?? "ok"
    let rules = verdict.ruleFault.map { "\($0.reason.code)@\($0.offset)" } ?? "ok"
    print(verdict.fastPassAccepts ? "ok" : "no", syntax, rules)
  }
}

func readDocument() -> [UInt8]? {
  guard let length = readBytes(4) else { return nil }
  let count = Int(length[0]) | Int(length[1]) << 8 | Int(length[2]) << 16 | Int(length[3]) << 24
  return readBytes(count)
}

func readBytes(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let got = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress.map { $0 + filled }, count - filled) }
    if got <= 0 { return nil }
    filled += got
  }
  return bytes
}
