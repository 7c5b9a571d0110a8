extension EditScript {
  /// The text of a script with these steps, a step a line.
  ///
  /// Read again it gives the same steps; one that does in turns what a script's step has one key for becomes several.
  public static func text(of steps: [EditStep]) -> String {
    let lines = steps.flatMap(\.kind.writable).map { step in
      var object = ScriptObject()
      step.kind.write(to: &object)
      return "    \(object.text)"
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"format\": \"\(format)\",\n  \"steps\": \(list)\n}\n"
  }
}

extension Array {
  /// The elements in runs, each as long as can be.
  ///
  /// - Parameter isNew: whether an element begins another run than the one that is given.
  func runs(isNew: ([Element], Element) -> Bool) -> [[Element]] {
    var runs: [[Element]] = []
    for element in self {
      if let last = runs.last, !isNew(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
    return runs
  }
}
