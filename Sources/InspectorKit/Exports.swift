// Clients that catch errors and read warnings also need the type of their codes.
@_exported public import enum JSONText.DiagnosticCode
