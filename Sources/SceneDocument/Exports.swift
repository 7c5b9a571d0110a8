// The codes of errors and warnings are seen by all who get these.
@_exported public import enum JSONText.DiagnosticCode
