// Clients of this module can use the codes of errors and warnings without importing `JSONText`.
@_exported public import enum JSONText.DiagnosticCode
