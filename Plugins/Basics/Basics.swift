@main struct Basics {
  static func main() {}
}
