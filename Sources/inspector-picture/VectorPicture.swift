import CRsvg

/// An SVG picture that can be drawn on cairo's surfaces.
///
/// Drawing reads no other files: the SVG text has no address against which a reference to a file could be resolved.
final class VectorPicture {
  private let handle: OpaquePointer

  /// The width and height of the SVG picture, in pixels of 1/96 inch.
  private let size: (width: Double, height: Double)

  /// The maximum number of pixels to draw, for which an image takes 800 MB; a larger picture is refused.
  private static let mostPixels = 200e6

  /// Reads SVG text; throws if the text has a document type, is not valid SVG, or has no size.
  init(_ svg: [UInt8]) throws(PictureFailure) {
    // A document type may define entities that expand without end, and libxml2's limits against such texts are off.
    guard !svg.contains("<!DOCTYPE".utf8) else { throw .notSVG("it has a document type, which is not read") }
    var problem: UnsafeMutablePointer<GError>?
    // The SVG is read from a stream, because the constructor for streams has the option to lift libxml2's limit of 10
    // MB of text.
    let stream = svg.withUnsafeBytes { bytes in
      g_memory_input_stream_new_from_data(g_memdup2(bytes.baseAddress, gsize(bytes.count)), bytes.count, g_free)
    }
    guard let stream else { throw .memory }
    defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
    guard let handle = rsvg_handle_new_from_stream_sync(stream, nil, RSVG_HANDLE_FLAG_UNLIMITED, nil, &problem) else {
      throw .notSVG(Self.words(problem))
    }
    self.handle = OpaquePointer(handle)
    rsvg_handle_set_dpi(handle, 96)
    var (width, height) = (0.0, 0.0)
    let hasSize = rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0
    size = (width, height)
    guard hasSize, width > 0, height > 0 else { throw .notSVG("it has no size") }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Returns the picture as a file in the given format.
  ///
  /// - Parameter scale: the factor by which the picture is enlarged.
  func drawn(as format: PictureFormat, scale: Double) throws(PictureFailure) -> [UInt8] {
    switch format {
    case .png, .rgba: return try pixels(as: format, scale: scale)
    case .pdf, .svg: return try vectors(as: format, scale: scale)
    }
  }

  private func pixels(as format: PictureFormat, scale: Double) throws(PictureFailure) -> [UInt8] {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard width * height <= Self.mostPixels, max(width, height) <= 32_000 else {
      throw .tooLarge(width: width, height: height)
    }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      throw .memory
    }
    defer { cairo_surface_destroy(surface) }
    try draw(on: surface, width: size.width * scale, height: size.height * scale)
    let sink = Sink()
    if format == .png {
      cairo_surface_write_to_png_stream(surface, Sink.take, Unmanaged.passUnretained(sink).toOpaque())
    } else {
      sink.bytes = Array("\(Int(width)) \(Int(height))\n".utf8) + Self.rgba(surface)
    }
    return sink.bytes
  }

  private func vectors(as format: PictureFormat, scale: Double) throws(PictureFailure) -> [UInt8] {
    // PDF measures in points of 1/72 inch.
    let factor = format == .pdf ? scale * 72 / 96 : scale
    let (width, height) = (size.width * factor, size.height * factor)
    let sink = Sink()
    let target = Unmanaged.passUnretained(sink).toOpaque()
    let surface =
      format == .pdf
      ? cairo_pdf_surface_create_for_stream(Sink.take, target, width, height)
      : cairo_svg_surface_create_for_stream(Sink.take, target, width, height)
    guard let surface else { throw .memory }
    // A fixed date makes the output reproducible.
    if format == .pdf {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
    }
    if format == .svg { cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX) }
    defer { cairo_surface_destroy(surface) }
    try draw(on: surface, width: width, height: height)
    cairo_surface_finish(surface)
    return sink.bytes
  }

  private func draw(on surface: OpaquePointer, width: Double, height: Double) throws(PictureFailure) {
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
      throw .memory
    }
    defer { cairo_destroy(context) }
    var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
    var problem: UnsafeMutablePointer<GError>?
    guard rsvg_handle_render_document(.init(handle), context, &viewport, &problem) != 0 else {
      throw .notSVG(Self.words(problem))
    }
  }

  /// Returns the pixels of an image as bytes of red, green, blue and alpha. Cairo multiplies colours by alpha; this
  /// function divides them by alpha again.
  private static func rgba(_ surface: OpaquePointer) -> [UInt8] {
    cairo_surface_flush(surface)
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        let pixel = (data + row * stride + 4 * column).withMemoryRebound(to: UInt32.self, capacity: 1) { $0.pointee }
        let alpha = pixel >> 24
        func part(_ shift: UInt32) -> UInt8 {
          alpha == 0 ? 0 : UInt8(min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha))
        }
        bytes += [part(16), part(8), part(0), UInt8(alpha)]
      }
    }
    return bytes
  }

  private static func words(_ problem: UnsafeMutablePointer<GError>?) -> String {
    guard let problem else { return "it cannot be read" }
    defer { g_error_free(problem) }
    return problem.pointee.message.map { String(cString: $0) } ?? "it cannot be read"
  }
}

/// A buffer that collects cairo's output.
private final class Sink {
  var bytes: [UInt8] = []

  static let take: cairo_write_func_t = { target, data, count in
    guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
    sink.bytes += UnsafeBufferPointer(start: data, count: Int(count))
    return CAIRO_STATUS_SUCCESS
  }
}
