/// A type's own name, without its module.
///
/// It is what `String(describing:)` gives, which first looks for the type's conformances among all of the process: a tenth
/// of a millisecond for each, while somebody waits for the plugin to start.
func nameOfType(_ type: Any.Type) -> String { _typeName(type, qualified: false) }
