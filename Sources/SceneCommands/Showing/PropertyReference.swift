internal import ArgumentParser
internal import CommandLineKit

/// The arguments that name a property of an object: `badge.pointCount`, `badge pointCount` or, in a shell, `pointCount`.
struct PropertyReference: ParsableArguments {
  @Argument(help: ArgumentHelp("The object and the property, or the object alone.", valueName: "id.property"))
  var object: String

  @Argument(
    help: ArgumentHelp(
      "The property, if the word before it names only the object.", valueName: DeclaredArgument.propertyName))
  var property: String?

  /// The reference as one word, such as `badge.pointCount`.
  var text: String { property.map { "\(object).\($0)" } ?? object }
}
