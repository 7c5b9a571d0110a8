// Re-exports the modules whose types occur in the API of this module.
@_exported public import SceneExport
@_exported public import ScenePictures
@_exported public import SceneSessions
