// Re-exported because a plugin's tests need InspectorKit and the names of the conformance laws.
@_exported public import InspectorKit
@_exported public import PluginConformance
