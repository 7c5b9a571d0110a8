// Modules above see what this one's API is made of: plugins, selectors, diagnostics, jobs.
@_exported public import PluginHost
@_exported public import Selectors
@_exported public import WorkbenchSupport
