// A session that is edited and saved without end, to be killed. `Tests/Tools/kill_sessions.py` does that.
//
//   SessionProbe edit SCENE SEED [CHANGES]   prints `edit SHA256` once a change is acknowledged, `saved` once a save is
//   SessionProbe recover SCENE               puts what was left into the scene; prints `is SHA256`
//   SessionProbe time SCENE OBJECTS          makes the scene, and prints what edits cost without and with a journal
import Glibc
import InspectorKit
import SceneDocument
import Workbench

/// Prints a line in one system call, so that a kill leaves all of it or nothing.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func fail(_ error: any Error) -> Never {
  say("error \(error)")
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
  say("usage: SessionProbe edit SCENE SEED [CHANGES] | recover SCENE | time SCENE OBJECTS")
  exit(64)
}
let state = getenv("XDG_STATE_HOME").map { String(cString: $0) } ?? ""

do {
  if arguments[1] == "time" {
    let times = try Times(path: arguments[2], objects: arguments.count > 3 ? Int(arguments[3]) ?? 100_000 : 100_000)
    try times.run(state: nil)
    try times.run(state: state)
    exit(0)
  }
  let session = try SceneSession.open(path: arguments[2], library: PluginLibrary(inProcess: [Panels.self]))
  let journal = try session.attachJournal(environment: ["XDG_STATE_HOME": state])
  if arguments[1] == "recover" {
    for recovery in journal?.recoveries ?? [] {
      guard try recovery.apply(to: session).isEmpty else { fail(SceneProblem(what: "there are conflicts")) }
      try session.save()
    }
    say("is \(session.document.digest)")
    session.closeJournal()
  } else {
    guard journal?.recoveries.isEmpty ?? false else { fail(SceneProblem(what: "something was left")) }
    var edits = RandomEdits(session, seed: UInt64(arguments.count > 3 ? arguments[3] : "") ?? 1)
    try edits.run(changes: arguments.count > 4 ? Int(arguments[4]) : nil)
  }
} catch {
  fail(error)
}
