@main struct Tags {
  static func main() {}
}
