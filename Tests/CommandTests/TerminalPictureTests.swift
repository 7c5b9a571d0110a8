import Testing

@testable import CommandLineKit

/// Tests of pictures on a terminal.
@Suite struct TerminalPictureTests {
  private static let (red, blue, none): ([UInt8], [UInt8], [UInt8]) = (
    [255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]
  )

  private func picture(_ size: String, _ pixels: [UInt8]...) -> PixelPicture? {
    PixelPicture(Array("\(size)\n".utf8) + pixels.flatMap(\.self))
  }

  @Test func twoPixelsAreACharacter() {
    let picture = picture("2 3", Self.red, Self.blue, Self.red, Self.none, Self.none, Self.blue)
    #expect(
      picture?.lines(Style(hasColor: true, hasTrueColor: true)) == [
        "\u{1B}[0;48;2;255;0;0m \u{1B}[0;38;2;0;0;255m▀\u{1B}[0m", "\u{1B}[0m \u{1B}[0;38;2;0;0;255m▀\u{1B}[0m",
      ])
    #expect(
      picture?.lines(Style(hasColor: true, hasTrueColor: false)).first
        == "\u{1B}[0;48;5;196m \u{1B}[0;38;5;21m▀\u{1B}[0m")
  }

  @Test func aPixelBelowATransparentOneIsTheLowerHalf() {
    let lines = picture("1 2", Self.none, Self.red)?.lines(Style(hasColor: true, hasTrueColor: true))
    #expect(lines == ["\u{1B}[0;38;2;255;0;0m▄\u{1B}[0m"])
  }

  @Test(arguments: ["", "1", "1 1", "0 1\n", "1 1\n123", "1 1\n12345", "a b\n1234", "-1 -1\n1234", "1 1 1\n1234"])
  func whatIsNoPictureIsNone(text: String) { #expect(PixelPicture(Array(text.utf8)) == nil) }

  @Test func aLargePictureGoesToKittyInPieces() {
    #expect(TerminalPictures.kitty(png: Array("abc".utf8), columns: 7) == "\u{1B}_Ga=T,f=100,q=2,c=7,m=0;YWJj\u{1B}\\")
    let pieces = TerminalPictures.kitty(png: [UInt8](repeating: 0, count: 7000), columns: 7).split(
      separator: "\u{1B}_G")
    #expect(pieces.map { $0.prefix { $0 != ";" } } == ["a=T,f=100,q=2,c=7,m=1", "m=1", "m=0"])
    #expect(pieces.map(\.utf8.count).max() ?? 0 < 4200)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], TerminalPictures.blocks), (["TERM": "xterm-kitty"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .kitty),
    (["TERM": "screen", "KITTY_WINDOW_ID": "1"], .blocks),
    (["TERM": "xterm-kitty", "TMUX": "socket,1,0"], .blocks), (["INSPECTOR_PREVIEW": "kitty"], .kitty),
    (["TERM": "xterm-kitty", "INSPECTOR_PREVIEW": "blocks"], .blocks), (["INSPECTOR_PREVIEW": "sixel"], .blocks),
    ([:], .blocks),
  ])
  func theTerminalDecides(environment: [String: String], kind: TerminalPictures) {
    #expect(TerminalPictures(environment) == kind)
  }

  @Test(arguments: TerminalPictures.allCases, [(1.0, 1.0), (320, 480), (1e6, 1), (1, 1e6), (0, 0), (44, 44)])
  func picturesFit(kind: TerminalPictures, size: (width: Double, height: Double)) {
    let fit = kind.size(width: size.width, height: size.height, columns: 80, rows: 20)
    #expect((1...80).contains(fit.columns))
    #expect(fit.scale > 0 && fit.scale <= 2)
    guard kind == .blocks, max(size.width, size.height) > 0 else { return }
    #expect((size.height * fit.scale).rounded(.up) <= 40)
  }
}
