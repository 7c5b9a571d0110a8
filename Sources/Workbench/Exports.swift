// Modules above can use the types in this module's API without further imports.
@_exported public import SceneExport
@_exported public import ScenePictures
@_exported public import SceneSessions
