// Programs that run commands need the context types: contexts, sinks and exit codes.
@_exported public import CommandLineKit
@_exported public import enum CommandReports.CommandTable
