// Lets every client of this module that receives an error or a warning use its code.
@_exported public import enum JSONText.DiagnosticCode
