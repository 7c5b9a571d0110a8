// Programs that run commands see what these run in: contexts, sinks and exit codes.
@_exported public import CommandLineKit
