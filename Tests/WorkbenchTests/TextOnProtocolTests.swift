import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneSessions
@testable import Workbench

/// Tests of text that a plugin prints between its messages.
@Suite struct TextOnProtocolTests {
  private static let due =
    "where a message was expected; standard output belongs to the protocol, so print to standard error"

  @Test(
    "any text on the protocol's descriptor gives one sentence, however short it is, in whatever language",
    arguments: [
      (#"hi\n"#, "hi"), (#"\n"#, #"\n"#), (#"a\n"#, "a"), (#"ok"#, "ok"), (#"x"#, "x"), (#"abc\n"#, "abc"),
      (#"ready\n"#, "ready"), (#"é\n"#, "é"), (#"größe: 3\n"#, "größe: 3"), (#"日本\n"#, "日本"), (#"\n\n"#, #"\n"#),
      (#"\nlater\n"#, "later"), (#"{}\n"#, "{}"),
    ])
  func words(text: String, shown: String) throws {
    for pad in [0, 40, 300, 2000] {
      let folder = try PluginFolder()
      try folder.add(
        "py",
        script: pythonPlugin(
          """
          sys.stdout.write('\(text)') # describe
          send({'id': message['id'], 'description': DESCRIPTION, 'pad': 'x' * \(pad)})
          """))
      let message = folder.library(limit: .seconds(2), sandbox: .off).problems.first?.message
      #expect(message == "plugin 'py' wrote the text '\(shown)' \(Self.due)", "a message of \(pad) more bytes")
    }
  }

  @Test("text after which nothing comes is named, too", arguments: ["time.sleep(60)", "sys.exit(0)"])
  func alone(then: String) throws {
    for text in ["ok", #"x\n"#, #"all right\n"#] {
      let folder = try PluginFolder()
      try folder.add(
        "py", script: pythonPlugin("sys.stdout.write('\(text)'); sys.stdout.flush(); \(then) # describe"))
      let message = folder.library(limit: .seconds(4), sandbox: .off).problems.first?.message
      let shown = text.replacingOccurrences(of: #"\n"#, with: "")
      #expect(message == "plugin 'py' wrote the text '\(shown)' \(Self.due)")
    }
  }

  @Test("bytes that are no text are no text")
  func bytes() {
    #expect(TextOnProtocol([0xFF, 0xFE, 0xFD, 0xFC, 0x41]).found == nil)
    #expect(TextOnProtocol([0x41, 0, 0, 0, 0x7B]).found == nil)
    #expect(TextOnProtocol([0x41, 0x42, 0, 0, 0x7B]).found == nil)
    #expect(TextOnProtocol([0x1D, 0x0A]).last == nil)
    #expect(TextOnProtocol([0x68, 0x69, 0x0A, 0x1D]).found == nil)
    #expect(TextOnProtocol([0x68, 0x69, 0x0A, 0x1D, 0x01, 0, 0, 0x7B]).found == "hi")
  }
}
