// A test of a plugin sees what the plugin is made of, and what its laws are called.
@_exported public import InspectorKit
@_exported public import PluginConformance
