// Clients of this module see the modules whose types its API uses.
@_exported public import SceneQuery
