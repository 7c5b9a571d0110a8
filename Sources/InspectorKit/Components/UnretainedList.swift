extension UnsafeBufferPointer {
  /// A list that is gone through for every object, in memory of its own: nothing is retained to look at it. Its owner ends it
  /// by `endList()`.
  init(listing elements: [Element]) {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(fromContentsOf: elements)
    self.init(memory)
  }

  func endList() {
    let memory = UnsafeMutableBufferPointer(mutating: self)
    memory.deinitialize()
    memory.deallocate()
  }
}
