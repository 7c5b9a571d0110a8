// Programs that import Workbench see what its API is made of: plugins, selectors, diagnostics, cancellation.
@_exported public import PluginHost
@_exported public import Selectors
@_exported public import WorkbenchSupport
