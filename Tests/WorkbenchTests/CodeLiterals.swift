// String literals for diagnostic codes in tests.
@_exported import TestSupport
