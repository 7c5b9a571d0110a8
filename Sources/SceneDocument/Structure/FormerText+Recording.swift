extension FormerText {
  /// What makes `next` of the former text: this is what leads back.
  func recordForth(to next: SceneState, in recorder: TextRecorder) {
    var splices: [TextRecorder.Splice] = []
    var (old, new) = (0, 0)
    for difference in differences {
      let start = old + difference.start - new
      let text = UnsafeRawBufferPointer(rebasing: next.source.buffer[difference.start..<difference.end])
      splices.append(TextRecorder.Splice(start: start, end: start + difference.count, text: text))
      old = start + difference.count
      new = difference.end
    }
    recorder.note(splices, next.overlay.entries)
  }

  /// What makes the former text of the present one.
  func recordBack(in recorder: TextRecorder) {
    replaced.withUnsafeBytes { replaced in
      var taken = 0
      let splices = differences.map { difference in
        defer { taken += difference.count }
        let text = UnsafeRawBufferPointer(rebasing: replaced[taken..<taken + difference.count])
        return TextRecorder.Splice(start: difference.start, end: difference.end, text: text)
      }
      recorder.note(splices, overlay.entries)
    }
  }
}
