import Foundation
import Testing

/// Tests in unusual environments: file names that are not UTF-8, closed descriptors, full outputs, and system limits.
@Suite final class SurroundingsTests {
  private static let program = "\(GoldenCase.buildFolder)/inspector"

  /// The beginning of each script: `n` is a file name that is not UTF-8, `\xff\xfe.json`.
  private static let beginning = """
    n=$(printf '\\377\\376.json')
    printf '{"format":"inspector-scene/1","objects":[{"id":"a","class":"View","attributes":{"tag":1}}]}\\n' >"$n"
    cp "$n" card.json
    tag() { sed 's/.*"tag":\\([0-9]*\\).*/\\1/' "$1"; }
    limited() { (ulimit "$1" "$2"; shift 2; exec "$@"); }

    """

  private let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("inspector-around-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns the text that a shell script prints on both outputs, followed by its exit code.
  private func result(of script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.arguments = ["-c", "exec 2>&1\n\(Self.beginning)\(script)\necho \"exit code $?\"", "sh", Self.program]
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": folder, "LC_ALL": "C"]) { $1 }
    let output = Pipe()
    (process.standardOutput, process.standardInput) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // The output is UTF-8, whatever the file names are.
    return try #require(String(validating: bytes, as: UTF8.self)).replacing(folder, with: ".")
  }

  // MARK: names of files

  @Test(arguments: [
    (#"$1 check "$n""#, "1 scene, 1 object: 0 errors, 0 warnings\nexit code 0\n"),
    (#"$1 set "$n" '#a' tag=5; tag "$n""#, "\\xff\\xfe.json: 1 of 1 object changed\n5\nexit code 0\n"),
    (
      #"$1 set "$n" '#a' tag=5 -o "$(printf 'o\375.json')"; tag "$n"; tag "$(printf 'o\375.json')"; ls o* | wc -l"#,
      "o\\xfd.json: 1 of 1 object changed\n1\n5\n1\nexit code 0\n"
    ),
    (
      #"mkdir "$(printf 'd\370')"; cp "$n" "$(printf 'd\370/x.scene.json')"; $1 find --recursive . '*' --csv 2>/dev/null"#,
      "scene,id,class,name\r\n./d\\xf8/x.scene.json,a,View,\r\nexit code 0\n"
    ),
    (
      #"$1 find '*.json' '*' --ndjson"#,
      #"""
      {"scene":"card.json","id":"a","class":"View","name":null}
      {"scene":"\\xff\\xfe.json","sceneBytes":"//4uanNvbg==","id":"a","class":"View","name":null}
      exit code 0

      """#
    ),
    (
      #"printf '%s\n' "$n" >list; $1 check --files-from list --json"#,
      #"""
      {"format":"inspector-check/1","scenes":[
      {"scene":"\\xff\\xfe.json","sceneBytes":"//4uanNvbg==","exitCode":0,"objects":1,"errors":0,"warnings":0,"diagnostics":[]}
      ]}
      exit code 0

      """#
    ),
    (
      #"ln -s "$n" "$(printf 'l\375.json')"; $1 set "$(printf 'l\375.json')" '#a' tag=6; tag "$n""#,
      "l\\xfd.json: 1 of 1 object changed\n6\nexit code 0\n"
    ),
    (
      #"$1 export "$n" -o "$(printf 'b\375')" && $1 export "$n" --verify "$(printf 'b\375')"; ls b*"#,
      "b\\xfd: 1 object, 1 attribute\nb\\xfd: matches '\\xff\\xfe.json': 1 object, 1 attribute\nattributes.json\nbundle.json\nexit code 0\n"
    ),
    (
      #"$1 check "no$n""#,
      "no\\xff\\xfe.json: no such file; check the path\n1 scene, 0 objects: 1 error, 0 warnings\nexit code 66\n"
    ),
    (
      ##"$1 shell "$n" -c 'set "#a" tag=7' -c "save \$'s\xfc.json'" -c save; tag "$n"; tag "$(printf 's\374.json')""##,
      "a  View\n  tag: 1 → 7\ns\\xfc.json: written\n\\xff\\xfe.json: saved\n7\n7\nexit code 0\n"
    ),
    (
      ##"printf 'open %s\nset "#a" tag=8\nsave\n' "$n" >lines; $1 shell --script lines; tag "$n""##,
      "\\xff\\xfe.json: 1 object\na  View\n  tag: 1 → 8\n\\xff\\xfe.json: saved\n8\nexit code 0\n"
    ),
  ])
  func filesAreFoundByTheirBytes(script: String, expected: String) throws {
    #expect(try result(of: script) == expected)
  }

  @Test(arguments: [
    #"set card.json '#a' "tag=$v""#, #"set card.json "$v" tag=1"#, #"set card.json '#a' --unset "$v""#,
    #"find card.json "$v""#, #"find card.json '*' --columns "$v""#, #"get card.json "$v""#, #"show card.json "$v""#,
    #"tree card.json "$v""#, #"reset card.json '#a' "$v""#, #"unset card.json "$v" tag"#, #"humanize "$v""#,
    #"palette set card.json "a=$v""#, #"palette rename card.json a "$v""#, #"palette remove card.json "$v""#,
    #"shell card.json -c "get $v""#, #"shell card.json -c "cd $v""#,
  ])
  func valuesThatAreNotUTF8AreRefused(command: String) throws {
    let output = try result(of: "v=$(printf 'v\\377'); $1 \(command)")
    let words = #"is not UTF-8; only file names may have other bytes"#
    #expect(output.hasPrefix("inspector: the argument '"))
    #expect(output.contains(#"v\xff' \#(words)"#))
    #expect(output.hasSuffix("exit code 64\n"))
  }

  // MARK: descriptors and limits

  private static let closed = "inspector: standard output cannot be written: it is closed, or open for reading only"
  private static let full = "inspector: standard output cannot be written: no space left on device"

  @Test(arguments: [
    ("$1 set card.json '#a' tag=5 >&-", closed), ("$1 set card.json '#a' tag=5 --json <&- >&-", closed),
    ("$1 set card.json '#a' tag=5 1</dev/null", closed), ("$1 set card.json '#a' tag=5 >/dev/full", full),
    ("$1 edit card.json --script - </dev/null >&-", closed), ("$1 check card.json >&-", closed),
    ("$1 --help >&-", closed),
    ("$1 shell card.json -c 'set \"#a\" tag=5' -c save >/dev/full", full), ("$1 new other.json >&-", closed),
  ])
  func anOutputThatTakesNothingIsFoundBeforeAnythingIsEdited(command: String, words: String) throws {
    #expect(try result(of: "\(command); s=$?; tag card.json; ls other.json; (exit $s)").hasPrefix("\(words)\n1\n"))
    #expect(try result(of: command) == "\(words)\nexit code 74\n")
  }

  @Test func nothingOfOursBecomesTheInputOrTheErrors() throws {
    #expect(
      try result(of: "$1 check - <&-")
        == "-: standard input cannot be read, or is larger than 1 GiB; use a file\n1 scene, 0 objects: 1 error, 0 warnings\nexit code 66\n"
    )
    #expect(
      try result(of: "$1 set card.json '#a' tag=5 <&- 2>&-; tag card.json")
        == "card.json: 1 of 1 object changed\n5\nexit code 0\n")
  }

  @Test func aLimitOfFilesIsAnErrorOfTheWrite() throws {
    #expect(
      try result(of: "limited -f 0 $1 set card.json '#a' tag=5 | cat; tag card.json")
        == "card.json: the file would be larger than the limit allows; nothing was changed\n1\nexit code 0\n")
    // A recording that cannot be written leaves no empty file.
    #expect(
      try result(of: "limited -f 0 $1 shell card.json -c 'record r.txt' | cat; test -e r.txt")
        == "r.txt: cannot be written: file too large\n--command:1: stopped at 'record r.txt'\nexit code 1\n")
    #expect(
      try result(of: "limited -f 0 $1 export card.json -o b | cat; ls b 2>/dev/null")
        == "b: the file would be larger than the limit allows; nothing was changed\nexit code 2\n")
  }

  @Test func itWorksWithoutProc() throws {
    let without = #"unshare -m sh -c 'umount -l /proc && exec "$0" "$@"'"#
    // Only root can run this test.
    guard try result(of: "\(without) true 2>/dev/null") == "exit code 0\n" else { return }
    let commands: [(String, String)] = [
      ("set card.json '#a' tag=5", "card.json: 1 of 1 object changed\n"),
      ("set card.json '#a' tag=5 -o o.json", "o.json: 1 of 1 object changed\n"),
      ("export card.json -o b", "b: 1 object, 1 attribute\n"),
      ("new o.json", "o.json: 0 objects\n"),
      ("shell card.json -c 'set \"#a\" tag=5' -c save", "a  View\n  tag: 1 → 5\ncard.json: saved\n"),
    ]
    for (command, words) in commands {
      #expect(try result(of: "rm -rf b o.json; \(without) $1 \(command)") == "\(words)exit code 0\n")
    }
  }

  /// Checks that with few descriptors or little memory the program either works or reports the reason, with an exit
  /// code of the table.
  @Test func limitsEndInWordsAndACodeOfTheTable() throws {
    let commands = [
      "set card.json '#a' tag+=1", "check card.json", "export card.json -o b",
      "shell card.json -c 'set \"#a\" tag+=1' -c save",
    ]
    for command in commands {
      for count in 4...16 {
        let output = try result(of: "limited -n \(count) $1 \(command)")
        let code = try #require(output.split(separator: " ").last.flatMap { Int($0.dropLast()) })
        #expect([0, 1, 66, 69, 73, 74].contains(code), "\(command), \(count) descriptors: \(output)")
        #expect(
          code == 0 || output.lowercased().contains("too many open files"),
          "\(command), \(count) descriptors: \(output)")
        #expect(!output.contains("OVERVIEW"), "\(command), \(count) descriptors: \(output)")
      }
    }
  }

  /// Checks that a description that could not be read for lack of memory is not cached as invalid.
  @Test func littleMemoryIsNoFaultOfADescription() throws {
    for megabytes in stride(from: 50, through: 100, by: 2) {
      let limited = "limited -v \(megabytes * 1024) $1 check card.json"
      let output = try result(of: "export XDG_CACHE_HOME=$PWD/c\(megabytes); \(limited); $1 check card.json")
      #expect(!output.contains("is not loaded"), "\(megabytes) MB: \(output)")
      #expect(output.hasSuffix("1 scene, 1 object: 0 errors, 0 warnings\nexit code 0\n"), "\(megabytes) MB: \(output)")
    }
  }

  @Test func memoryThatIsNotThereEndsInWords() throws {
    let object = #"{"id":"n%d","class":"View","attributes":{"tag":1}},\n"#
    let made = """
      { printf '{"format":"inspector-scene/1","objects":['; awk 'BEGIN { for (i = 0; i < 60000; i++) printf "\(object.replacing("\"", with: "\\\""))", i }'
      printf '{"id":"z","class":"View"}]}'; } >large.json

      """
    for megabytes in [64, 72, 80, 88, 96, 120] {
      let output = try result(of: "\(made)limited -v \(megabytes * 1024) $1 check large.json")
      let code = try #require(output.split(separator: " ").last.flatMap { Int($0.dropLast()) })
      // A limit below the needs of the system's loader is out of scope.
      guard code != 127 else { continue }
      #expect([0, 1, 65, 69].contains(code), "\(megabytes) MB: \(output)")
      #expect(
        code == 0 || output.contains("not enough memory") || output.contains("plugin"), "\(megabytes) MB: \(output)")
    }
  }
}
