import Testing

@testable import JSONText

@Suite struct SearchingTests {
  @Test(arguments: [
    ([], 1, 0), ([1], 1, 0), ([1], 2, 1), ([1, 3, 5], 0, 0), ([1, 3, 5], 3, 1), ([1, 3, 5], 4, 2), ([1, 3, 5], 6, 3),
    ([2, 2, 2, 2], 2, 0), ([2, 2, 2, 2], 3, 4),
  ])
  func findsWhereAConditionBeginsToHold(_ sorted: [Int], _ least: Int, _ place: Int) {
    #expect(sorted.partitioningIndex { $0 >= least } == place)
    #expect(([-7] + sorted)[1...].partitioningIndex { $0 >= least } == place + 1)
  }

  @Test(arguments: [
    ([], []), ([4], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([2, 5, 3, 4, 1], [0, 2, 3]),
    ([5, 1, 6, 2, 7, 3], [1, 3, 5]),
  ])
  func findsALongestIncrease(_ numbers: [Int], _ places: [Int]) {
    #expect(numbers.longestIncrease == places)
  }

  @Test func foldersOfAPersonAreWholePaths() {
    #expect(UserFolder.state.path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s")
    #expect(UserFolder.state.path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state")
    #expect(UserFolder.data.path(["HOME": "/h"]) == "/h/.local/share")
    #expect(UserFolder.cache.path(["HOME": "h"]) == nil)
    #expect(UserFolder.config.path([:]) == nil)
  }

  @Test(arguments: [("a", "."), ("/a", "/"), ("a/b", "a"), ("/a/b/", "/a/b"), ("", ".")])
  func aPathHasAFolder(_ path: String, _ folder: String) { #expect(FileName.folder(of: path) == folder) }
}
