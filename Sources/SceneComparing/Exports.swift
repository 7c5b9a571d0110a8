// Re-exported because this module's public API uses its types.
@_exported public import SceneEditing
