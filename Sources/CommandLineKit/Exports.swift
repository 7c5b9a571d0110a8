// Re-exported because commands throw diagnostics, which this module declares.
@_exported public import WorkbenchSupport
