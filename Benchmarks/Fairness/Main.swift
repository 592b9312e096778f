import Corpus

/// Prints what `daily` makes of hands by the tone of the skin, the side of the hand, the face that the camera sees, and the light.
@main
enum FairnessBenchmark {
  static func main() throws {
    let labels = try PictureLabels.all()
    try PictureTables(labels, .required()).print()
    try JointTables(.required()).print(labels)
  }
}
