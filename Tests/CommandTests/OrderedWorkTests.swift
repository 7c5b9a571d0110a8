import Foundation
import Synchronization
import Testing

@testable import CommandLineKit

/// Tests of work on several threads whose results are processed in order.
@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 3, 8], [0, 1, 5, 300])
  func handsOutInOrder(threads: Int, count: Int) {
    let busy = Mutex(0)
    let work = OrderedWork(
      count: count, threadCount: threads, isInterrupted: { false },
      work: { _, place -> Int in
        let count = busy.withLock { count in
          count += 1
          return count
        }
        #expect(count <= threads)
        usleep(UInt32(place * 7919 % 300))
        busy.withLock { $0 -= 1 }
        return place * place
      })
    var (announced, taken) = ([Int](), [Int]())
    let number = work.perform(
      willTake: { announced.append($0) },
      take: { place, result in
        #expect(result == place * place)
        taken.append(place)
        return true
      })
    #expect(number == count)
    #expect(taken == Array(0..<count))
    #expect(announced == taken)
  }

  @Test(arguments: [1, 2, 8])
  func nothingIsBegunAfterAnInterruptionAndWhatWasBegunIsTaken(threads: Int) {
    let begun = Mutex(0)
    let work = OrderedWork(
      count: 1000, threadCount: threads, isInterrupted: { begun.withLock { $0 >= 20 } },
      work: { _, place -> Int in
        begun.withLock { $0 += 1 }
        return place
      })
    var taken: [Int] = []
    let number = work.perform(
      willTake: { _ in },
      take: { place, _ in
        taken.append(place)
        return true
      })
    #expect(number == begun.withLock { $0 })
    #expect((20..<(20 + threads)).contains(number))
    #expect(taken == Array(0..<number))
  }

  /// Checks that no item after the one that ends the work gets its turn, regardless of thread timing.
  @Test(arguments: [1, 2, 8])
  func turnsEndWithTheWork(threads: Int) {
    let through = Mutex<[Int]>([])
    let work = OrderedWork(
      count: 100, threadCount: threads, isInterrupted: { false },
      work: { all, place -> Int in
        usleep(UInt32(place * 7919 % 300))
        if all.awaitTurn(place) { through.withLock { $0.append(place) } }
        return place
      })
    let number = work.perform(willTake: { _ in }, take: { place, _ in place < 40 })
    #expect(number == 41)
    #expect(through.withLock { $0 } == Array(0...40))
  }

  /// Checks that results do not pile up behind a slow item.
  @Test func doesNotRunFarAhead() {
    let farthest = Mutex(0)
    let work = OrderedWork(
      count: 500, threadCount: 2, isInterrupted: { false },
      work: { _, place -> Int in
        farthest.withLock { $0 = max($0, place) }
        if place == 0 { usleep(100_000) }
        return farthest.withLock { $0 }
      })
    var first = 0
    _ = work.perform(
      willTake: { _ in },
      take: { place, result in
        if place == 0 { first = result }
        return true
      })
    #expect(first <= 32)
  }
}
