/// The version of the program, and of everything in this package; the newest version in `CHANGELOG.md`.
public let inspectorVersion = "0.6.0"
