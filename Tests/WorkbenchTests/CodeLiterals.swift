// Tests write codes as people read them.
@_exported import TestSupport
