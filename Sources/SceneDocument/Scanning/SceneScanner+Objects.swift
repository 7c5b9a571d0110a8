// The scanning of the scene's objects, at all depths.
extension SceneScanner {
  /// Scans the array of objects at `start` with all their descendants, and adds them to the index. Returns the position
  /// after the array; nil if the array has an error, or if the scan is cancelled.
  mutating func objects(_ start: Cursor) -> Cursor? {
    guard enter() else { return nil }
    var p = blanks(start + 1)
    if p.pointee == 0x5D {
      depth -= 1
      return p + 1
    }
    var parent = NodeTable.none
    // The number of the object whose members are being scanned.
    var node: UInt32 = 0
    var shape = KeyShapes.object
    var seen: Seen = []
    var objectStart = p
    var pause = 0
    // The position of the next check: the end of the text that has been read from the file, minus a margin.
    var known = reading == nil ? end + 1 : base

    nextObject: while true {
      guard p.pointee == 0x7B, enter(), nodes.count < pause && p < known || goesOn(p, &pause, &known)
      else { return nil }
      node = UInt32(truncatingIfNeeded: nodes.count)
      nodes.count += 1
      objectStart = p
      (nodes.records + Int(node)).initialize(
        to: NodeRecord(
          start: p - base, length: 0, attributes: 0, parent: parent, after: 0, idHash: 0, classAndFlags: 0))
      shape = KeyShapes.object
      seen = []
      p = blanks(p + 1)

      nextMember: while true {
        guard p.pointee == 0x22, let keyEnd = key(p + 1, &shape), let value = colon(keyEnd) else { return nil }
        var valueEnd: Cursor?
        switch role(shape) {
        case .id:
          seen.insert(.id)
          valueEnd = id(value, node)
        case .class:
          seen.insert(.class)
          valueEnd = className(value, node)
          if seen.contains(.base), let base = earlyBases.removeValue(forKey: node) { add(base: base, to: node) }
        case .base:
          seen.insert(.base)
          guard value.pointee == 0x22, value[1] != 0x22 else { return nil }
          valueEnd = string(value + 1)
          if valueEnd == nil {
            return nil
          } else if seen.contains(.class) {
            add(base: value, to: node)
          } else {
            earlyBases[node] = value
          }
        case .attributes:
          seen.insert(.attributes)
          valueEnd = attributes(value, node, offset: value - objectStart, isTyped: seen.contains(.class))
        case .children:
          guard value.pointee == 0x5B, enter() else { return nil }
          let first = blanks(value + 1)
          if first.pointee == 0x5D {
            depth -= 1
            valueEnd = first + 1
          } else {
            openObjects.push(OpenObject(node: node, shape: shape, seen: seen))
            parent = node
            p = first
            continue nextObject
          }
        case .name: valueEnd = value.pointee == 0x22 ? string(value + 1) : nil
        case .reserved:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasReservedKeys
          hasReservedKeys = true
          valueEnd = self.value(value, shapes.nested(shape))
        case .constraints:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasConstraints
          valueEnd = self.value(value, shapes.nested(shape))
        case .runtimeAttributes:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasRuntimeAttributes
          valueEnd = self.value(value, shapes.nested(shape))
        case .bindings:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasBindings
          hasBindings = true
          valueEnd = self.value(value, shapes.nested(shape))
        case .unknown:
          nodes.records[Int(node)].classAndFlags |= NodeTable.hasUnknownKeys
          valueEnd = self.value(value, shapes.nested(shape))
        default: valueEnd = self.value(value, shapes.nested(shape))
        }
        guard let valueEnd else { return nil }
        p = blanks(valueEnd)

        // After a value, either the next member follows, or the object ends. The array and the parent of the object may
        // end after it, and so on.
        while true {
          if p.pointee == 0x2C {
            p = blanks(p + 1)
            continue nextMember
          }
          guard p.pointee == 0x7D, seen.isSuperset(of: .required) else { return nil }
          p += 1
          closeObject(node, length: p - objectStart)
          leave(shape)
          p = blanks(p)
          if p.pointee == 0x2C {
            p = blanks(p + 1)
            continue nextObject
          }
          guard p.pointee == 0x5D else { return nil }
          depth -= 1
          guard let open = openObjects.pop() else { return p + 1 }
          node = open.node
          shape = open.shape
          seen = open.seen
          objectStart = base + nodes.records[Int(node)].start
          parent = nodes.records[Int(node)].parent
          p = blanks(p + 1)
        }
      }
    }
  }

  /// Waits until the text of the next object has been read from the file. Sets the object count (`pause`) and the
  /// position (`known`) at which the caller must call this function again. Returns false if there is no room for more
  /// objects, or if the scan is cancelled.
  @inline(never)
  private mutating func goesOn(_ p: Cursor, _ pause: inout Int, _ known: inout Cursor) -> Bool {
    if let reading {
      let count = reading.wait(for: p - base + 2 * reading.pace.margin)
      isAhead = count != nil
      known = count.map { base + $0 - reading.pace.margin } ?? end + 1
    }
    pause = min(nodes.count + 4096, nodes.capacity)
    return nodes.count < pause && isCancelled?(p - base, end - base) != true
  }

  @inline(__always)
  private func closeObject(_ node: UInt32, length: Int) {
    nodes.records[Int(node)].after = UInt32(truncatingIfNeeded: nodes.count)
    if length < Int(NodeTable.long) {
      nodes.records[Int(node)].length = UInt32(truncatingIfNeeded: length)
    } else {
      nodes.records[Int(node)].length = NodeTable.long
      nodes.longLengths[node] = length
    }
  }

  // MARK: The members of an object

  private mutating func attributes(_ p: Cursor, _ node: UInt32, offset: Int, isTyped: Bool) -> Cursor? {
    guard p.pointee == 0x7B else { return nil }
    let isNear = offset < Int(NodeTable.long)
    nodes.records[Int(node)].attributes = isNear ? UInt32(truncatingIfNeeded: offset) : NodeTable.long
    var root = KeyShapes.attributes
    if isTyped {
      let classID = Int(nodes.records[Int(node)].classAndFlags & NodeTable.classMask)
      root = classes.shapes[classID]
      if root == 0 {
        root = shapes.newRoot()
        classes.shapes[classID] = root
      }
    }
    return value(p, root)
  }

  @inline(__always)
  private mutating func className(_ p: Cursor, _ node: UInt32) -> Cursor? {
    guard p.pointee == 0x22 else { return nil }
    if let known = classes.known(at: p + 1) {
      nodes.records[Int(node)].classAndFlags |= known.id
      return p + known.length + 2
    }
    guard let end = string(p + 1), end > p + 2 else { return nil }
    nodes.records[Int(node)].classAndFlags |= classes.intern(p + 1, length: end - p - 2)
    return end
  }

  /// Sets the base of an object whose class is already known. The base is valid, and its opening quote is at `p`.
  private mutating func add(base p: Cursor, to node: UInt32) {
    let record = nodes.records + Int(node)
    let classID = classes.number(ofClass: record.pointee.classAndFlags & NodeTable.classMask, base: p + 1)
    record.pointee.classAndFlags = record.pointee.classAndFlags & ~NodeTable.classMask | classID
  }

  /// Scans an id and stores its hash. Returns the position after the id; nil if the id is empty or invalid.
  @inline(__always)
  private mutating func id(_ start: Cursor, _ node: UInt32) -> Cursor? {
    guard start.pointee == 0x22, start[1] != 0x22 else { return nil }
    var p = start + 1
    var value = hash.seed
    while true {
      let word = TrustedText.load(p)
      let special = Self.special(word)
      if special == 0 {
        value = hash.add(word, to: value)
        p += 8
        continue
      }
      let length = special.trailingZeroBitCount >> 3
      guard p[length] == 0x22 else { break }
      let rest = length == 0 ? 0 : word & (1 << UInt64(8 * length) - 1)
      value = hash.finish(hash.add(rest, to: value), count: p + length - (start + 1))
      nodes.records[Int(node)].idHash = UInt32(truncatingIfNeeded: value)
      return p + length + 1
    }
    // The id has escapes or characters beyond ASCII.
    guard let end = string(start + 1) else { return nil }
    let raw = UnsafeRawBufferPointer(start: start + 1, count: end - start - 2)
    nodes.records[Int(node)].idHash = UInt32(truncatingIfNeeded: hash(unescaping: raw))
    return end
  }
}
