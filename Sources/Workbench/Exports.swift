// Modules above see what this one's API is made of.
@_exported public import SceneExport
@_exported public import ScenePictures
@_exported public import SceneSessions
