import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns the component class that declares the member marked with `attribute`. Reports an error and returns nil if
  /// the member is not in such a class; returns nil without a report if the class itself has problems.
  func component(marked attribute: AttributeSyntax) -> ClassDeclSyntax? {
    guard let outer = lexicalContext.first else {
      report(.outsideClass(attribute), at: attribute)
      return nil
    }
    if let component = outer.as(ClassDeclSyntax.self) {
      if component.isMarked("Component") {
        // Problems of the class are reported at the class.
        return component.componentProblems(in: Array(lexicalContext.dropFirst())).isEmpty ? component : nil
      }
      report(.unmarkedClass(attribute, component.name.plainName), at: attribute)
    } else if outer.is(ExtensionDeclSyntax.self) {
      report(.inExtension(attribute), at: attribute)
    } else if let type = outer.asProtocol((any DeclGroupSyntax).self) {
      report(.inType(attribute, type.introducer.text, type.nameOfGroup ?? ""), at: attribute)
    } else {
      report(.outsideClass(attribute), at: attribute)
    }
    return nil
  }

  /// Returns the location of a node in the source file; nil if `#sourceLocation` cannot name it.
  func place(of node: some SyntaxProtocol) -> Place? {
    guard let location = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      let line = location.line.as(IntegerLiteralExprSyntax.self)?.literal.text,
      let column = location.column.as(IntegerLiteralExprSyntax.self).flatMap({ Int($0.literal.text) })
    else { return nil }
    let file = location.file.trimmedDescription
    // `#sourceLocation` accepts only a string literal without escapes.
    return file.hasPrefix("\"") && !file.contains("\\") ? Place(file: file, line: line, column: column) : nil
  }
}

/// A source location: the file's path as a string literal, a line and a column, both from 1.
struct Place {
  let file: String
  let line: String
  let column: Int

  /// The directive that makes the compiler treat the next line as the line of this location.
  var start: String { "#sourceLocation(file: \(file), line: \(line))\n" }
}
