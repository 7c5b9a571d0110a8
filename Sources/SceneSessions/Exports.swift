// Modules above see what this one's API is made of.
@_exported public import Journaling
@_exported public import SceneComparing
@_exported public import SceneEditing
@_exported public import SceneQuery
