import CJSONC

/// The wrapper of the C library json-c, which parses texts that `JSONSyntax` has validated. No other file calls json-c.
///
/// json-c 0.16 has these faults, for which other code compensates:
/// - It accepts text that is not JSON, keeps the last of two equal keys, and turns lone surrogates into U+FFFD.
///   `JSONSyntax` refuses such texts first.
/// - It cuts keys at `\u0000`, clamps integers beyond 64 bits, drops the sign of `-0`, and loses escaped characters
///   such as U+1DA0A. Such texts are not passed to json-c.
/// - If memory runs out, it leaves out members and values without an error. The values are therefore counted.
///
/// Trees are written without json-c, because it would cut keys at U+0000, and because a tree of its objects costs more
/// than the text.
enum JSONC {
  /// Returns the tree of a valid text; nil if json-c did not read all values of the text. The caller must then use
  /// `JSONReader`.
  ///
  /// - Parameter values: the number of the text's values other than `null`, nested ones included.
  static func parse(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int, values: Int) -> JSON? {
    let text = trimmed(bytes)
    guard text.count < Int(Int32.max), let tokener = json_tokener_new_ex(Int32(clamping: maximumDepth + 2)) else {
      return nil
    }
    defer { json_tokener_free(tokener) }
    json_tokener_set_flags(tokener, Int32(JSON_TOKENER_STRICT))
    var root = json_tokener_parse_ex(tokener, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count))
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // json-c finds the end of a number only at the next byte.
      root = json_tokener_parse_ex(tokener, " ", 1)
    }
    defer { json_object_put(root) }
    guard json_tokener_get_error(tokener) == json_tokener_success else { return nil }
    var rest = values
    let tree = tree(root, &rest)
    return rest == 0 ? tree : nil
  }

  /// Returns the text without trailing blanks, which json-c refuses in its strict mode.
  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D || bytes[end - 1] == 0x09
    {
      end -= 1
    }
    return UnsafeRawBufferPointer(rebasing: bytes[..<end])
  }

  /// Converts a value of json-c, with all nested values, into a tree.
  ///
  /// - Parameter rest: reduced by one for each value other than `null`.
  private static func tree(_ object: OpaquePointer?, _ rest: inout Int) -> JSON {
    let type = json_object_get_type(object)
    if type != json_type_null { rest -= 1 }
    switch type {
    case json_type_boolean: return .bool(json_object_get_boolean(object) != 0)
    case json_type_int: return .int(Int(json_object_get_int64(object)))
    case json_type_double: return .double(json_object_get_double(object))
    case json_type_string:
      // Use the length, since the C string ends at the first \u0000.
      let count = Int(json_object_get_string_len(object))
      let text = UnsafeRawBufferPointer(start: json_object_get_string(object), count: count)
      return .string(String(decoding: text, as: UTF8.self))
    case json_type_array:
      return .array((0..<json_object_array_length(object)).map { tree(json_object_array_get_idx(object, $0), &rest) })
    case json_type_object:
      var members: [JSON.Member] = []
      var entry = json_object_get_object(object)?.pointee.head
      while let current = entry {
        let key = current.pointee.k.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        members.append(JSON.Member(key, tree(OpaquePointer(current.pointee.v), &rest)))
        entry = current.pointee.next
      }
      return .object(members)
    default: return .null
    }
  }
}
