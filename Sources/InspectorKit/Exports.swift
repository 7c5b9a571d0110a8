// Clients that catch errors and read warnings also need the type of the codes in them.
@_exported public import enum JSONText.DiagnosticCode
