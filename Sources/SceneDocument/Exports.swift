// Every client that receives errors and warnings sees their codes.
@_exported public import enum JSONText.DiagnosticCode
