extension Color {
  /// The names of CSS, in order of the alphabet.
  package static var names: [String] { ColorNames.all }
}

/// The colour names of CSS Color Module Level 4, §6.1: 148 and `transparent`.
enum ColorNames {
  /// The colour of a CSS name in any case, `nil` for any other text.
  static func color(_ name: UnsafeRawBufferPointer) -> Color? {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      let order = compare(name, table[middle].name)
      if order == 0 { return Color(rgba: table[middle].rgba) }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return nil
  }

  /// Every name, in order of the alphabet.
  static let all: [String] = table.map { "\($0.name)" }

  /// Negative where `name`, in lower case, comes before `entry`; zero where they are equal.
  private static func compare(_ name: UnsafeRawBufferPointer, _ entry: StaticString) -> Int {
    for index in 0..<min(name.count, entry.utf8CodeUnitCount) {
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= name[index]
      let byte = isUpper ? name[index] | 0x20 : name[index]
      if byte != entry.utf8Start[index] { return Int(byte) - Int(entry.utf8Start[index]) }
    }
    return name.count - entry.utf8CodeUnitCount
  }

  /// Sorted by name, since `color` searches by halves. As `StaticString` a lookup needs no heap.
  private static let table: [(name: StaticString, rgba: UInt32)] = [
    ("aliceblue", 0xF0F8_FFFF),
    ("antiquewhite", 0xFAEB_D7FF),
    ("aqua", 0x00FF_FFFF),
    ("aquamarine", 0x7FFF_D4FF),
    ("azure", 0xF0FF_FFFF),
    ("beige", 0xF5F5_DCFF),
    ("bisque", 0xFFE4_C4FF),
    ("black", 0x0000_00FF),
    ("blanchedalmond", 0xFFEB_CDFF),
    ("blue", 0x0000_FFFF),
    ("blueviolet", 0x8A2B_E2FF),
    ("brown", 0xA52A_2AFF),
    ("burlywood", 0xDEB8_87FF),
    ("cadetblue", 0x5F9E_A0FF),
    ("chartreuse", 0x7FFF_00FF),
    ("chocolate", 0xD269_1EFF),
    ("coral", 0xFF7F_50FF),
    ("cornflowerblue", 0x6495_EDFF),
    ("cornsilk", 0xFFF8_DCFF),
    ("crimson", 0xDC14_3CFF),
    ("cyan", 0x00FF_FFFF),
    ("darkblue", 0x0000_8BFF),
    ("darkcyan", 0x008B_8BFF),
    ("darkgoldenrod", 0xB886_0BFF),
    ("darkgray", 0xA9A9_A9FF),
    ("darkgreen", 0x0064_00FF),
    ("darkgrey", 0xA9A9_A9FF),
    ("darkkhaki", 0xBDB7_6BFF),
    ("darkmagenta", 0x8B00_8BFF),
    ("darkolivegreen", 0x556B_2FFF),
    ("darkorange", 0xFF8C_00FF),
    ("darkorchid", 0x9932_CCFF),
    ("darkred", 0x8B00_00FF),
    ("darksalmon", 0xE996_7AFF),
    ("darkseagreen", 0x8FBC_8FFF),
    ("darkslateblue", 0x483D_8BFF),
    ("darkslategray", 0x2F4F_4FFF),
    ("darkslategrey", 0x2F4F_4FFF),
    ("darkturquoise", 0x00CE_D1FF),
    ("darkviolet", 0x9400_D3FF),
    ("deeppink", 0xFF14_93FF),
    ("deepskyblue", 0x00BF_FFFF),
    ("dimgray", 0x6969_69FF),
    ("dimgrey", 0x6969_69FF),
    ("dodgerblue", 0x1E90_FFFF),
    ("firebrick", 0xB222_22FF),
    ("floralwhite", 0xFFFA_F0FF),
    ("forestgreen", 0x228B_22FF),
    ("fuchsia", 0xFF00_FFFF),
    ("gainsboro", 0xDCDC_DCFF),
    ("ghostwhite", 0xF8F8_FFFF),
    ("gold", 0xFFD7_00FF),
    ("goldenrod", 0xDAA5_20FF),
    ("gray", 0x8080_80FF),
    ("green", 0x0080_00FF),
    ("greenyellow", 0xADFF_2FFF),
    ("grey", 0x8080_80FF),
    ("honeydew", 0xF0FF_F0FF),
    ("hotpink", 0xFF69_B4FF),
    ("indianred", 0xCD5C_5CFF),
    ("indigo", 0x4B00_82FF),
    ("ivory", 0xFFFF_F0FF),
    ("khaki", 0xF0E6_8CFF),
    ("lavender", 0xE6E6_FAFF),
    ("lavenderblush", 0xFFF0_F5FF),
    ("lawngreen", 0x7CFC_00FF),
    ("lemonchiffon", 0xFFFA_CDFF),
    ("lightblue", 0xADD8_E6FF),
    ("lightcoral", 0xF080_80FF),
    ("lightcyan", 0xE0FF_FFFF),
    ("lightgoldenrodyellow", 0xFAFA_D2FF),
    ("lightgray", 0xD3D3_D3FF),
    ("lightgreen", 0x90EE_90FF),
    ("lightgrey", 0xD3D3_D3FF),
    ("lightpink", 0xFFB6_C1FF),
    ("lightsalmon", 0xFFA0_7AFF),
    ("lightseagreen", 0x20B2_AAFF),
    ("lightskyblue", 0x87CE_FAFF),
    ("lightslategray", 0x7788_99FF),
    ("lightslategrey", 0x7788_99FF),
    ("lightsteelblue", 0xB0C4_DEFF),
    ("lightyellow", 0xFFFF_E0FF),
    ("lime", 0x00FF_00FF),
    ("limegreen", 0x32CD_32FF),
    ("linen", 0xFAF0_E6FF),
    ("magenta", 0xFF00_FFFF),
    ("maroon", 0x8000_00FF),
    ("mediumaquamarine", 0x66CD_AAFF),
    ("mediumblue", 0x0000_CDFF),
    ("mediumorchid", 0xBA55_D3FF),
    ("mediumpurple", 0x9370_DBFF),
    ("mediumseagreen", 0x3CB3_71FF),
    ("mediumslateblue", 0x7B68_EEFF),
    ("mediumspringgreen", 0x00FA_9AFF),
    ("mediumturquoise", 0x48D1_CCFF),
    ("mediumvioletred", 0xC715_85FF),
    ("midnightblue", 0x1919_70FF),
    ("mintcream", 0xF5FF_FAFF),
    ("mistyrose", 0xFFE4_E1FF),
    ("moccasin", 0xFFE4_B5FF),
    ("navajowhite", 0xFFDE_ADFF),
    ("navy", 0x0000_80FF),
    ("oldlace", 0xFDF5_E6FF),
    ("olive", 0x8080_00FF),
    ("olivedrab", 0x6B8E_23FF),
    ("orange", 0xFFA5_00FF),
    ("orangered", 0xFF45_00FF),
    ("orchid", 0xDA70_D6FF),
    ("palegoldenrod", 0xEEE8_AAFF),
    ("palegreen", 0x98FB_98FF),
    ("paleturquoise", 0xAFEE_EEFF),
    ("palevioletred", 0xDB70_93FF),
    ("papayawhip", 0xFFEF_D5FF),
    ("peachpuff", 0xFFDA_B9FF),
    ("peru", 0xCD85_3FFF),
    ("pink", 0xFFC0_CBFF),
    ("plum", 0xDDA0_DDFF),
    ("powderblue", 0xB0E0_E6FF),
    ("purple", 0x8000_80FF),
    ("rebeccapurple", 0x6633_99FF),
    ("red", 0xFF00_00FF),
    ("rosybrown", 0xBC8F_8FFF),
    ("royalblue", 0x4169_E1FF),
    ("saddlebrown", 0x8B45_13FF),
    ("salmon", 0xFA80_72FF),
    ("sandybrown", 0xF4A4_60FF),
    ("seagreen", 0x2E8B_57FF),
    ("seashell", 0xFFF5_EEFF),
    ("sienna", 0xA052_2DFF),
    ("silver", 0xC0C0_C0FF),
    ("skyblue", 0x87CE_EBFF),
    ("slateblue", 0x6A5A_CDFF),
    ("slategray", 0x7080_90FF),
    ("slategrey", 0x7080_90FF),
    ("snow", 0xFFFA_FAFF),
    ("springgreen", 0x00FF_7FFF),
    ("steelblue", 0x4682_B4FF),
    ("tan", 0xD2B4_8CFF),
    ("teal", 0x0080_80FF),
    ("thistle", 0xD8BF_D8FF),
    ("tomato", 0xFF63_47FF),
    ("transparent", 0x0000_0000),
    ("turquoise", 0x40E0_D0FF),
    ("violet", 0xEE82_EEFF),
    ("wheat", 0xF5DE_B3FF),
    ("white", 0xFFFF_FFFF),
    ("whitesmoke", 0xF5F5_F5FF),
    ("yellow", 0xFFFF_00FF),
    ("yellowgreen", 0x9ACD_32FF),
  ]
}
