@main struct Ratings {
  static func main() {}
}
