// The API of this module has types of these modules: plugins, selectors, diagnostics, jobs.
@_exported public import PluginHost
@_exported public import Selectors
@_exported public import WorkbenchSupport
