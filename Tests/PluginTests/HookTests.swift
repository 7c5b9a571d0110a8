import InspectorKit
import JSONText
import Testing

/// Tests of the sample components' hooks during edits.
@Suite struct HookTests {
  private func answer(
    _ className: String, _ attributes: [JSON.Member], edit: JSON.Member, parent: JSON? = nil
  ) throws -> JSON {
    try PluginUnderTest.registering(className).build(className, attributes, edits: [edit], parent: parent)
  }

  @Test func aSlidersValueFollowsItsMaximum() throws {
    let stored: [JSON.Member] = [.init("value", 8), .init("maximumValue", 10)]
    #expect(try answer("SliderView", stored, edit: .init("maximumValue", 5))["effective"] == ["value": 5])
    #expect(try answer("SliderView", stored, edit: .init("value", 11))["effective"] == ["value": 10])
    // The stored value returns with the maximum, since it was never overwritten.
    #expect(
      try answer("SliderView", [.init("value", 8), .init("maximumValue", 5)], edit: .init("maximumValue", 9)) == [
        "before": ["value": 5]
      ])
  }

  @Test func aBarStaysTranslucent() throws {
    let answer = try answer("NavigationBar", [], edit: .init("isTranslucent", false))
    #expect(answer["effective"] == ["isTranslucent": true])
    #expect(answer["refused"] == nil, "it is overruled, not refused")
    #expect(
      answer["warnings"] == [
        [
          "property": "isTranslucent",
          "message": "a navigation bar stays translucent: what scrolls beneath it must show through",
        ]
      ])
  }

  @Test func aBarsTintGivesTheTitleItsColour() throws {
    #expect(
      try answer("NavigationBar", [], edit: .init("barTintColor", "#191970"))["effective"] == [
        "titleColor": "#FFFFFFFF"
      ])
    #expect(try answer("NavigationBar", [], edit: .init("barTintColor", "ivory"))["effective"] == nil)
    // A stored title colour takes precedence, whichever of the two is edited.
    let title = JSON.Member("titleColor", "gold")
    #expect(try answer("NavigationBar", [title], edit: .init("barTintColor", "#191970"))["effective"] == nil)
    let tinted: [JSON.Member] = [title, .init("barTintColor", "#191970")]
    #expect(try answer("NavigationBar", tinted, edit: .init("barTintColor", .null))["effective"] == nil)
    // Removing the stored colour restores the derived one.
    #expect(
      try answer("NavigationBar", tinted, edit: .init("titleColor", []))["effective"] == ["titleColor": "#FFFFFFFF"])
  }

  @Test func aPassthroughViewFollowsItsParent() throws {
    let parent: JSON = ["backgroundColor": "#3366FFFF"]
    let own = JSON.Member("backgroundColor", "red")
    let on = JSON.Member("inheritsBackgroundColor", true)
    #expect(
      try answer("PassthroughView", [own], edit: on, parent: parent)["effective"] == ["backgroundColor": "#3366FFFF"])
    #expect(
      try answer("PassthroughView", [own, on], edit: .init("inheritsBackgroundColor", false), parent: parent) == [
        "before": ["backgroundColor": "#3366FFFF"]
      ])
    #expect(
      try answer("PassthroughView", [on], edit: own, parent: parent)["effective"] == ["backgroundColor": "#3366FFFF"])
  }

  @Test func aRatingBeyondTheStarsIsTold() throws {
    let answer = try answer("CosmosView", [.init("totalStars", 3)], edit: .init("rating", 3.5))
    #expect(
      answer["warnings"] == [["property": "rating", "message": "a rating of 3.5 fills all of the 3 stars"]])
    #expect(answer["effective"] == nil)
  }
}
