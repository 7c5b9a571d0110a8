// Re-exported for programs that run commands, which need the types of contexts, sinks and exit codes.
@_exported public import CommandLineKit

@_exported public import enum CommandReports.CommandTable
