// Programs that import Workbench see what its API is made of: selectors, diagnostics, cancellation.
@_exported public import Selectors
@_exported public import WorkbenchSupport
