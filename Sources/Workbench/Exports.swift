// Who imports Workbench sees what its API is made of: selectors, diagnostics, cancellation.
@_exported public import Selectors
@_exported public import WorkbenchSupport
