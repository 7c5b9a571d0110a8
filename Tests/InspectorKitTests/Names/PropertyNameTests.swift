import TestSupport
import Testing

@testable import InspectorKit

@Suite struct PropertyNameTests {
  static let table: [(String, String)] = [
    // Camel case
    ("myProperty", "My Property"), ("veryLongAttribute", "Very Long Attribute"), ("cornerRadius", "Corner Radius"),
    ("isHidden", "Is Hidden"), ("titleLabelText", "Title Label Text"), ("x", "X"), ("zCurve", "Z Curve"),
    ("softZDistance", "Soft Z Distance"), ("MoveToTarget", "Move To Target"), ("kerning", "Kerning"),
    ("aLowerCamelCaseString", "A Lower Camel Case String"), ("ALLCAPS", "ALLCAPS"),
    ("bEnableShadows", "B Enable Shadows"), ("bAutoplay", "B Autoplay"), ("mMesh", "M Mesh"),
    // Acronyms
    ("imageURL", "Image URL"), ("urlString", "URL String"), ("imageURLs", "Image URLs"), ("networkIDs", "Network IDs"),
    ("userID", "User ID"), ("userId", "User ID"), ("userIds", "User IDs"), ("URLsToLoad", "URLs To Load"),
    ("XMLHTTPRequest", "XMLHTTP Request"), ("HTMLParser", "HTML Parser"), ("HTML5", "HTML5"), ("md5Hash", "MD5 Hash"),
    ("supportHDRTextures", "Support HDR Textures"), ("apiKey", "API Key"), ("isUIHidden", "Is UI Hidden"),
    ("hiddenUIs", "Hidden UIs"), ("ISAssistant", "IS Assistant"), ("idle", "Idle"), ("identity", "Identity"),
    ("doAsTold", "Do As Told"),
    // Punctuation
    ("iPhone, iPod", "iPhone, iPod"), ("HD (1080p)", "HD (1080p)"), ("iPhone/iPad", "iPhone/iPad"), ("URL,", "URL,"),
    ("(url)", "(URL)"), ("Foo,Bar", "Foo,Bar"), ("Rock&Roll", "Rock&Roll"), ("foo(barBaz)", "Foo(bar Baz)"),
    ("read/write", "Read/write"), ("don't", "Don't"), ("naïve’s", "Naïve’s"), ("«iPod»", "«iPod»"), ("isOn?", "Is On?"),
    ("50%", "50%"), ("C++", "C++"), ("#tag", "#tag"),
    // Digits
    ("utf8Bytes", "Utf 8 Bytes"), ("sha256", "Sha 256"), ("vector3", "Vector 3"), ("Texture2D", "Texture 2D"),
    ("Node2DPosition", "Node 2D Position"), ("Physics2DSettings", "Physics 2D Settings"),
    ("DrawScale3D", "Draw Scale 3D"),
    ("3DWidget", "3D Widget"), ("use2DMode", "Use 2D Mode"), ("point3d", "Point 3D"), ("rotation3D", "Rotation 3D"),
    ("y1", "Y 1"), ("x2", "X 2"), ("X2", "X2"), ("shaderFXAAPreset3", "Shader FXAA Preset 3"),
    ("dx11Shader", "Dx 11 Shader"), ("m_UseDX11", "Use DX11"), ("Foo0ABCdefG", "Foo 0AB Cdef G"), ("720p", "720p"),
    ("16pxMargin", "16px Margin"), ("1x2", "1x2"), ("size10x20", "Size 10x20"),
    ("turn180Threshold", "Turn 180 Threshold"),
    ("vector3Int", "Vector 3 Int"), ("8ball", "8ball"),
    // Spellings kept whole
    ("maxIPv6Hops", "Max IPv6 Hops"), ("ipv6Address", "IPv6 Address"), ("iOSVersion", "iOS Version"),
    ("supportsIOS", "Supports iOS"), ("iOS15Style", "iOS 15 Style"), ("iOSSDK", "iOS SDK"), ("iPhones", "iPhones"),
    ("iPhoneSize", "iPhone Size"), ("haiPhone", "Hai Phone"), ("x86Only", "x86 Only"), ("x643", "X 643"),
    ("useX64", "Use x64"), ("sRGBProfile", "sRGB Profile"), ("srgbProfile", "sRGB Profile"), ("minMacOS", "Min macOS"),
    // Prefixes
    ("m_CameraFOV", "Camera FOV"), ("_privateThing", "Private Thing"), ("__twice", "Twice"), ("kMaxCount", "Max Count"),
    ("`default`", "Default"), ("m_", "M"), ("k", "K"), ("kA", "A"), ("k3", "K 3"), ("m__x", "X"),
    ("_modalWidth", "Modal Width"),
    // Separators
    ("snake_case_name", "Snake Case Name"), ("SCREAMING_CASE", "SCREAMING CASE"), ("kebab-case", "Kebab Case"),
    ("time_to_live", "Time To Live"), ("layer.cornerRadius", "Layer Corner Radius"), ("a  b", "A B"),
    ("x86_64", "x86 64"),
    ("trailing_", "Trailing"), ("two__bars", "Two Bars"),
    // Classes
    ("CosmosView", "Cosmos View"), ("TagListView", "Tag List View"), ("StarEllipseView", "Star Ellipse View"),
    ("UIView", "UI View"), ("MBCircularProgressBarView", "MB Circular Progress Bar View"),
    ("RAMAnimatedTabBarItem", "RAM Animated Tab Bar Item"),
    // Unicode
    ("größeÄndern", "Größe Ändern"), ("größe\u{41}\u{308}ndern", "Größe A\u{308}ndern"), ("ßeta", "ßeta"),
    ("élanVital", "Élan Vital"), ("ширинаРамки", "Ширина Рамки"), ("ΚΑΜΠΥΛΗΓραμμή", "ΚΑΜΠΥΛΗ Γραμμή"),
    ("色Red", "色 Red"), ("幅", "幅"), ("ǆabe", "ǅabe"), ("größe２", "Größe ２"), ("🎈Count", "🎈 Count"),
    // Nothing to say
    ("_", "_"), ("___", "___"), ("-.-", "-.-"), ("", "Unnamed"), ("  ", "Unnamed"), ("``", "``"),
  ]

  @Test(arguments: table)
  func label(_ name: String, _ label: String) {
    #expect(PropertyName.label(for: name) == label)
  }

  @Test func theTableIsLong() { #expect(Self.table.count >= 80) }

  @Test(arguments: table)
  func labelOfALabelIsItself(_ name: String, _ label: String) {
    #expect(PropertyName.label(for: label) == label)
  }

  @Test(arguments: standardWords)
  func everyWordOfTheTableIsKept(_ word: String) {
    #expect(PropertyName.label(for: word) == word)
    #expect(PropertyName.label(for: word.lowercased()) == word)
    #expect(PropertyName.label(for: "my_\(word)_here") == "My \(word) Here")
  }

  @Test(arguments: TestMaterial.at("names/labels.tsv", shared: "humanize.tsv"))
  func namesHaveTheLabelsOfATable(_ table: TestMaterial) {
    #expect(table.rows.count == (table.isShared ? 57 : 24))
    for row in table.rows { #expect(PropertyName.label(for: row[0]) == row[1]) }
  }

  @Test(
    arguments: TestMaterial.at("declarations/inspectables.tsv", shared: "corpora/declarations/inspectables.tsv"))
  func declaredNamesHaveStableLabels(_ table: TestMaterial) {
    #expect(table.rows.count == (table.isShared ? 1109 : 27))
    for row in table.rows {
      for name in [row[4], row[5]] where !name.isEmpty {
        let label = PropertyName.label(for: name)
        #expect(!label.isEmpty && PropertyName.label(for: label) == label, "\(name)")
        #expect(label.filter { !$0.isWhitespace }.count <= name.count, "\(name) lost or gained letters: \(label)")
      }
    }
  }

  @Test func aPluginCanAddWords() {
    let words = WordTable.standard.adding(["CRM", "eBay", "Url"])
    #expect(PropertyName.label(for: "crmKey", words: words) == "CRM Key")
    #expect(PropertyName.label(for: "eBayShop", words: words) == "eBay Shop")
    #expect(PropertyName.label(for: "isEBayShop", words: words) == "Is eBay Shop")
    #expect(PropertyName.label(for: "imageURL", words: words) == "Image Url")
    #expect(PropertyName.label(for: "crmKey") == "Crm Key")
  }

  @Test func anEmptyTableLeavesTheRules() {
    #expect(PropertyName.label(for: "userIdURLs", words: WordTable([])) == "User Id URLs")
  }
}
