/// The version of the program, and of everything in this package.
public let inspectorVersion = "0.1.0"
