// Every client that receives errors and warnings can use their codes.
@_exported public import enum JSONText.DiagnosticCode
