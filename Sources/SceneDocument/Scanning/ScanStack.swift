/// A stack of the arrays and objects that are open at the current position of a scan, with the innermost on top.
///
/// Unlike an `Array`, the stack is not copied on write, and checks nothing but its capacity.
struct ScanStack<Element: BitwiseCopyable> {
  private var memory = UnsafeMutablePointer<Element>.allocate(capacity: 64)
  private var capacity = 64
  private(set) var count = 0

  func free() {
    memory.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    memory[count] = element
    count += 1
  }

  @inline(__always)
  mutating func pop() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return memory[count]
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }
}
