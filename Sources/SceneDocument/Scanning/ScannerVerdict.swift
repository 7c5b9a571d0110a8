package import JSONText

/// The verdicts of the three scanners about a text, for tests that compare the scanners with each other and with other
/// parsers.
package struct ScannerVerdict: Equatable {
  /// True if `SceneScanner`, the fast scanner, accepts the text.
  package var fastPassAccepts: Bool

  /// The code and offset of the first syntax error; nil if there is none.
  package var syntaxFault: (code: DiagnosticCode, offset: Int)?

  /// The reason and offset of the first violation of the scene format; nil if there is none, or if there is a syntax
  /// error.
  package var ruleFault: (reason: AnyRefusal, offset: Int)?

  package init(_ text: [UInt8], limits: SceneLimits = .current) {
    guard let bytes = TextBytes(text), let nodes = NodeTable(forBytes: text.count, limit: limits.objects) else {
      fastPassAccepts = false
      return
    }
    var scanner = SceneScanner(bytes, nodes: nodes, limits: limits)
    defer { scanner.free() }
    fastPassAccepts = scanner.scan()
    do throws(JSONSyntaxError) {
      try JSONSyntax.validate(bytes.buffer, maximumDepth: limits.depth)
      ruleFault = SceneRules.firstFault(bytes.buffer, limits: limits).map { ($0.reason, $0.offset) }
    } catch {
      syntaxFault = (error.code, error.offset)
    }
  }

  package static func == (a: ScannerVerdict, b: ScannerVerdict) -> Bool {
    a.fastPassAccepts == b.fastPassAccepts && a.syntaxFault?.offset == b.syntaxFault?.offset
      && a.ruleFault?.offset == b.ruleFault?.offset
  }
}
