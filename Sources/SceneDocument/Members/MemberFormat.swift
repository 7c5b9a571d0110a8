import JSONText

/// A format of documents that hold named values in one member.
package struct MemberFormat: Hashable, Sendable {
  /// The value of the document's member `format`.
  package let name: String

  /// The key of the member that holds the named values, an object.
  let member: String

  /// The values in words, such as `names and colours`.
  let contents: String

  /// The kind of file that a document of the format is.
  let kind: FileKind

  /// The document with its article, such as `a palette`.
  let article: String

  /// The beginning of a sentence about something that the document lacks, such as `the palette has`.
  let subject: String

  /// The member with an example of a value, as JSON text.
  let example: String

  /// Palettes: colours that several scenes share.
  package static let palette = MemberFormat(
    name: "inspector-palette/1", member: "colors", contents: "names and colours", kind: .palette, article: "a palette",
    subject: "the palette has", example: ##""colors": { "brand": "#3366FF" }"##)

  /// Settings: values that several programs share.
  package static let settings = MemberFormat(
    name: "inspector-settings/1", member: "settings", contents: "keys and values", kind: .settings,
    article: "a settings file", subject: "the settings file has", example: #""settings": { "color": "never" }"#)

  /// The text of a document without values.
  package var emptyText: [UInt8] { Array("{\n  \"format\": \"\(name)\",\n  \"\(member)\": {}\n}\n".utf8) }
}
