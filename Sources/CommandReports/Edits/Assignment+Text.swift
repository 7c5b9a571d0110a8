package import CommandLineKit
package import SceneSessions

extension Assignment {
  package init(_ text: AssignmentText) {
    let operation: Operation =
      switch text.operation {
      case .set: .set(text.value)
      case .add: .add(text.value)
      case .subtract: .subtract(text.value)
      case .multiply: .multiply(text.value)
      case .divide: .divide(text.value)
      }
    self.init(text.name, operation)
  }
}
