/// The words of `WordTable.standard`, each in its fixed spelling. The plural of an acronym needs an entry only if names
/// also contain the plural in lower case (`ids`). A word is listed only if it has no meaning other than the acronym or
/// the name.
let standardWords: [String] = [
  // Identity, network
  "ID", "IDs", "UID", "UIDs", "UUID", "UUIDs", "GUID", "GUIDs", "URL", "URLs", "URI", "URIs", "IP", "IPs",
  "IPv4", "IPv6", "HTTP", "HTTPS", "TCP", "UDP", "DNS", "FTP", "SSH", "SSL", "TLS", "VPN", "LAN", "API",
  "APIs", "SDK", "SDKs", "IO",
  // Text, data
  "HTML", "CSS", "XML", "JSON", "YAML", "CSV", "PDF", "PDFs", "SVG", "PNG", "JPEG", "JPG", "GIF", "GIFs",
  "ASCII", "SQL", "MD5", "CRC",
  // Screen, drawing
  "UI", "UIs", "UX", "HUD", "GUI", "RGB", "RGBA", "sRGB", "sRGBA", "CMYK", "HSL", "HSB", "HSV", "HDR", "SDR",
  "DPI", "PPI", "FPS", "FOV", "LOD", "UV", "UVs", "2D", "3D", "4K", "CPU", "CPUs", "GPU", "GPUs", "RTL",
  "LTR", "VR", "XR", "LCD",
  // Devices, systems
  "OS", "iOS", "iPadOS", "macOS", "tvOS", "watchOS", "visionOS", "iPhone", "iPad", "iPod", "iCloud", "x86",
  "x64", "ARMv7", "USB", "NFC", "GPS", "TV", "TVs", "QR", "SMS", "OK", "FAQ", "UTC", "GMT",
]
