// Re-exports the module whose types occur in the API of this module.
@_exported public import SceneQuery
