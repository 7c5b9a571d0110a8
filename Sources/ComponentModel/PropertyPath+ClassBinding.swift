extension PropertyPath {
  /// Resolves a person's name for a property, using the name table of a class binding.
  package init?(_ name: String, of binding: ClassBinding) {
    self.init(name, binding.definition, binding.place(ofTyped:))
  }

  /// Returns the property and the component that a name refers to. The property's type may lack that component.
  package static func owner(_ name: String, of binding: ClassBinding) -> (place: Int, component: String)? {
    guard let (owner, component) = parts(of: name), let place = binding.place(ofTyped: owner) else { return nil }
    return (place, component)
  }
}
