// Modules above can use the types in this module's API without further imports.
@_exported public import Journaling
@_exported public import SceneComparing
@_exported public import SceneEditing
@_exported public import SceneQuery
