@main struct Samples {
  static func main() {}
}
