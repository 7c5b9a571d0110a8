internal import InspectorKit
internal import SceneDocument

extension Settings {
  /// Makes the settings about labels and about the limits of scenes those of the whole process.
  package func applyToProcess() {
    WordTable.use(text("labels.words")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [])
    var limits = SceneLimits()
    if let depth = count("scenes.depth") { limits.depth = depth }
    if let objects = count("scenes.objects") { limits.objects = objects }
    if let size = count("scenes.size") { limits.bytes = size << 20 }
    if let size = count("scenes.pipe") { limits.streamedBytes = min(size << 20, limits.bytes) }
    SceneLimits.current = limits
  }
}
