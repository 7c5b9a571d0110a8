/// The version of the program and of the whole package, which is the newest version in `CHANGELOG.md`.
public let inspectorVersion = "0.6.0"
