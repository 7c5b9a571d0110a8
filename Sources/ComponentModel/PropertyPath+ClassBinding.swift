extension PropertyPath {
  /// Finds what a person means by a name, in a class that is ready for use, which has a table of its names.
  package init?(_ name: String, of binding: ClassBinding) {
    self.init(name, binding.definition, binding.place(ofTyped:))
  }

  /// The property whose component a name asks for, and that component, which the property's type may not have.
  package static func owner(_ name: String, of binding: ClassBinding) -> (place: Int, component: String)? {
    guard let (owner, component) = parts(of: name), let place = binding.place(ofTyped: owner) else { return nil }
    return (place, component)
  }
}
