// Commands throw diagnostics.
@_exported public import WorkbenchSupport
