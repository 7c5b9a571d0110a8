import JSONText
import Testing

struct ObjectReferenceTests {
  @Test(
    arguments: [
      ("#badge.top", "badge", "top"), ("#a.b.width", "a.b", "width"), ("##.x", "#", "x"), ("#é\".top", "é\"", "top"),
      ("#a.", "a", ""), ("#a .\u{301}x", "a ", "\u{301}x"),
    ])
  func reads(text: String, id: String, member: String) throws {
    let reference = try #require(ObjectReference(text))
    #expect(reference.id.utf8.elementsEqual(id.utf8) && reference.member.utf8.elementsEqual(member.utf8))
    #expect(reference.text.utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: ["", "#", "#.top", "badge.top", "#badge", "parent.top", " #a.top"])
  func isNone(text: String) { #expect(ObjectReference(text) == nil) }
}
