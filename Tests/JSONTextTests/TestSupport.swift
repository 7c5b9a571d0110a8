// Makes the module available to every test of this target.
@_exported import TestSupport
