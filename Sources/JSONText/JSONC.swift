import CJSONC

/// json-c, for texts that `JSONSyntax` has passed: the one file that calls it.
///
/// Measured traps of json-c 0.16 and who covers them. On the way in it accepts much that is no JSON, takes the last of
/// two equal keys, and turns lone surrogates into U+FFFD: `JSONSyntax` refuses these before. It cuts keys at `\u0000`,
/// clamps integers beyond 64 bits, drops the sign of `-0` and loses escaped characters such as U+1DA0A: texts with
/// these do not come here. On the way out it prints doubles with 17 digits, so each is given its text; it escapes `/`
/// by default; it cuts keys at U+0000 and recurses, so trees with such keys or of great depth do not come here either.
enum JSONC {
  /// The tree of a valid text; nil where json-c could not take it (the caller has another way).
  static func parse(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) -> JSON? {
    let text = trimmed(bytes)
    guard text.count < Int(Int32.max), let tokener = json_tokener_new_ex(Int32(clamping: maximumDepth + 2)) else {
      return nil
    }
    defer { json_tokener_free(tokener) }
    json_tokener_set_flags(tokener, Int32(JSON_TOKENER_STRICT))
    var root = json_tokener_parse_ex(tokener, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count))
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // A number is finished only by what follows it.
      root = json_tokener_parse_ex(tokener, " ", 1)
    }
    defer { json_object_put(root) }
    guard json_tokener_get_error(tokener) == json_tokener_success else { return nil }
    return tree(root)
  }

  /// The text of a tree; nil where json-c would change it (the caller has another way).
  static func text(_ tree: JSON, pretty: Bool) -> String? {
    guard let root = object(tree, depth: 0) else {
      return nil
    }
    defer { json_object_put(root.value) }
    let spacing = pretty ? JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED : JSON_C_TO_STRING_PLAIN
    var count = 0
    let flags = spacing | JSON_C_TO_STRING_NOSLASHESCAPE
    guard let text = json_object_to_json_string_length(root.value, flags, &count) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// json-c refuses blanks after the value when it is strict.
  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D || bytes[end - 1] == 0x09
    {
      end -= 1
    }
    return UnsafeRawBufferPointer(rebasing: bytes[..<end])
  }

  private static func tree(_ object: OpaquePointer?) -> JSON {
    switch json_object_get_type(object) {
    case json_type_boolean: return .bool(json_object_get_boolean(object) != 0)
    case json_type_int: return .int(Int(json_object_get_int64(object)))
    case json_type_double: return .double(json_object_get_double(object))
    case json_type_string:
      // The length counts, not the C string, which ends at the first \u0000.
      let count = Int(json_object_get_string_len(object))
      let text = UnsafeRawBufferPointer(start: json_object_get_string(object), count: count)
      return .string(String(decoding: text, as: UTF8.self))
    case json_type_array:
      return .array((0..<json_object_array_length(object)).map { tree(json_object_array_get_idx(object, $0)) })
    case json_type_object:
      var members: [JSON.Member] = []
      var entry = json_object_get_object(object)?.pointee.head
      while let current = entry {
        let key = current.pointee.k.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        members.append(JSON.Member(key, tree(OpaquePointer(current.pointee.v))))
        entry = current.pointee.next
      }
      return .object(members)
    default: return .null
    }
  }

  /// A json-c object, wrapped since json-c's null is a nil pointer too.
  private struct Object {
    var value: OpaquePointer?
  }

  private static func object(_ tree: JSON, depth: Int) -> Object? {
    guard depth <= JSON.greatestDepth else { return nil }
    switch tree {
    case .null: return Object(value: nil)
    case .bool(let value): return Object(value: json_object_new_boolean(value ? 1 : 0))
    case .int(let value): return Object(value: json_object_new_int64(Int64(value)))
    case .double(let value):
      return Object(value: value.isFinite ? json_object_new_double_s(value, JSONNumber.text(value)) : nil)
    case .string(var value):
      guard value.utf8.count < Int(Int32.max) else { return nil }
      return Object(
        value: value.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) { text in
            // An empty Swift string may have no address.
            guard let start = text.baseAddress else { return json_object_new_string_len("", 0) }
            return json_object_new_string_len(start, Int32(text.count))
          }
        })
    case .array(let elements):
      let array = json_object_new_array()
      for element in elements {
        guard let child = object(element, depth: depth + 1) else {
          json_object_put(array)
          return nil
        }
        json_object_array_add(array, child.value)
      }
      return Object(value: array)
    case .object(let members):
      let result = json_object_new_object()
      for member in members {
        guard !member.key.utf8.contains(0), let child = object(member.value, depth: depth + 1) else {
          json_object_put(result)
          return nil
        }
        json_object_object_add(result, member.key, child.value)
      }
      return Object(value: result)
    }
  }
}
