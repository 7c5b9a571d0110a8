// Every test of this target may use it.
@_exported import TestSupport
