@main struct Shapes {
  static func main() {}
}
