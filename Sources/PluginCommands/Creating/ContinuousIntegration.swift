/// What a CI service runs of a new plugin: one job that calls `ci.sh`.
enum ContinuousIntegration {
  /// A workflow as GitHub and services like it read it.
  ///
  /// - Parameters:
  ///   - container: the image that the job runs in.
  ///   - note: a comment above all, with its line break.
  static func workflow(container: String, note: String) -> String {
    """
    \(note)name: ci
    on: [push, pull_request]
    jobs:
      test:
        runs-on: ubuntu-latest
        container: \(container)
        steps:
          - uses: actions/checkout@v4
          - run: ./ci.sh

    """
  }
}
