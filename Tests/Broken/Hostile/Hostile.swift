import Glibc
import InspectorKit

/// A plugin of misbehaving components, used to test the host.
@main struct Hostile: InspectorPlugin {
  static var components: [Component.Type] {
    [Trap.self, Hang.self, Loop.self, Overflow.self, Chatty.self, Quitter.self, Eater.self, Slow.self]
  }
}

/// A class that is missing from the plugin's component list.
@Component final class Forgotten: View {
  @Inspectable var value = 0
}

/// A class that is used only as a base of another class, which is also missing from the component list.
@Component private class ForgottenBase: View {
  @Inspectable var value = 0
}

/// A component that traps on one value.
@Component final class Trap: Component {
  @Inspectable var value = 0 {
    didSet { if value == 13 { _ = [Int]()[value] } }
  }
  @Inspectable var plain = 1

  @Action func spring() { value = 13 }
  @Action func release() { value = 1 }
}

/// A component that hangs on one value, and on a second value during undo and redo.
@Component final class Hang: Component {
  @Inspectable var value = 0 {
    didSet { while value == 13 || value == 14 && cause == .undo { usleep(1000) } }
  }
  @Inspectable var plain = 1

  @Action func stall() { while true { usleep(1000) } }
}

/// A component that is slow to set a value.
@Component final class Slow: Component {
  @Inspectable var value = 0 {
    didSet { usleep(40_000) }
  }
}

/// A component with two hooks that set each other endlessly.
@Component final class Loop: Component {
  @Inspectable var left = 0 {
    didSet { right = left + 1 }
  }
  @Inspectable var right = 0 {
    didSet { if left != 0 { left = right + 1 } }
  }

  @Action func spin() { left = 1 }
}

/// A component with endless recursion that the host cannot trace, since the author's `willSet` replaces the tracing.
@Component final class Overflow: Component {
  @Inspectable var left = 0 {
    willSet {}
    didSet { if left != 0 { right = left &+ 1 } }
  }
  @Inspectable var right = 0 {
    willSet {}
    didSet { if right != 0 { left = right &+ 1 } }
  }
}

/// A component that prints to standard output, and reads from standard input.
@Component final class Chatty: Component {
  @Inspectable var value = 0 {
    didSet {
      print("{\"id\":1}", value)
      if readLine() == nil { echo = value }
    }
  }
  @Inspectable var echo = 0
}

/// A component that allocates memory endlessly for one value.
@Component final class Eater: Component {
  @Inspectable var value = 0 {
    didSet {
      var eaten: [UInt8] = [1]
      while value == 13 { eaten += eaten }
    }
  }
}

/// A component that exits with a message for one value.
@Component final class Quitter: Component {
  @Inspectable var value = 0 {
    didSet {
      if value == 13 {
        let words = "the database is gone\n"
        _ = write(2, words, words.utf8.count)
        exit(3)
      }
    }
  }
}
