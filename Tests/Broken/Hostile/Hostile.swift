import Glibc
import InspectorKit

/// A plugin whose components do what no component should, for the tests of the host.
@main struct Hostile: InspectorPlugin {
  static var components: [Component.Type] {
    [Trap.self, Hang.self, Loop.self, Overflow.self, Chatty.self, Quitter.self, Eater.self, Slow.self]
  }
}

/// A class that the plugin forgets to list.
@Component final class Forgotten: View {
  @Inspectable var value = 0
}

/// A class that the plugin uses only as the base of a class that it forgets to list as well.
@Component private class ForgottenBase: View {
  @Inspectable var value = 0
}

/// Traps on one value.
@Component final class Trap: Component {
  @Inspectable var value = 0 {
    didSet { if value == 13 { _ = [Int]()[value] } }
  }
  @Inspectable var plain = 1

  @Action func spring() { value = 13 }
  @Action func release() { value = 1 }
}

/// Never comes back from one value, and from another one where an edit is undone or made again.
@Component final class Hang: Component {
  @Inspectable var value = 0 {
    didSet { while value == 13 || value == 14 && cause == .undo { usleep(1000) } }
  }
  @Inspectable var plain = 1

  @Action func stall() { while true { usleep(1000) } }
}

/// Takes its time for each value.
@Component final class Slow: Component {
  @Inspectable var value = 0 {
    didSet { usleep(40_000) }
  }
}

/// Two hooks that set each other without end.
@Component final class Loop: Component {
  @Inspectable var left = 0 {
    didSet { right = left + 1 }
  }
  @Inspectable var right = 0 {
    didSet { if left != 0 { left = right + 1 } }
  }

  @Action func spin() { left = 1 }
}

/// The same where it cannot be traced, since the author has a `willSet`.
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

/// Prints, and reads what it is not given.
@Component final class Chatty: Component {
  @Inspectable var value = 0 {
    didSet {
      print("{\"id\":1}", value)
      if readLine() == nil { echo = value }
    }
  }
  @Inspectable var echo = 0
}

/// Needs ever more memory for one value.
@Component final class Eater: Component {
  @Inspectable var value = 0 {
    didSet {
      var eaten: [UInt8] = [1]
      while value == 13 { eaten += eaten }
    }
  }
}

/// Ends its process with words.
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
