// Re-exports the modules whose types occur in the API of this module.
@_exported public import Journaling
@_exported public import SceneComparing
@_exported public import SceneEditing
@_exported public import SceneQuery
