// The API of this module uses types of the following modules, such as plugins, selectors, diagnostics and jobs.
@_exported public import PluginHost
@_exported public import Selectors
@_exported public import WorkbenchSupport
