// Re-exported because a test of a plugin needs InspectorKit and the names of the laws.
@_exported public import InspectorKit
@_exported public import PluginConformance
