import Glibc

/// A program that runs one target under libFuzzer: `FuzzTests --target=NAME [libFuzzer's arguments]`. `make fuzz` runs
/// all targets.
@main struct Fuzzer {
  nonisolated(unsafe) static var target = FuzzTarget.all[0]

  static func main() {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    if CommandLine.arguments.dropFirst() == ["--list"] { return print(names) }
    // libFuzzer ignores arguments that begin with two dashes, and passes them to its child processes.
    let wanted = CommandLine.arguments.first { $0.hasPrefix("--target=") }?.dropFirst("--target=".count)
    guard let chosen = FuzzTarget.all.first(where: { $0.name == wanted ?? "" }) else {
      say("name a target: --target=NAME, one of: \(names)")
      exit(64)
    }
    target = chosen
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      runLibFuzzer(&count, &arguments) { data, size in
        do {
          try Fuzzer.target.run(Array(UnsafeRawBufferPointer(start: data, count: size)))
        } catch {
          say("\(Fuzzer.target.name): \(error)")
          abort()
        }
        return 0
      })
  }
}

private func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// libFuzzer's entry point for programs with their own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runLibFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
