// Re-exported because clients that catch errors or read warnings need the type of their diagnostic codes.
@_exported public import enum JSONText.DiagnosticCode
