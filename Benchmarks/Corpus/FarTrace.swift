import Hands

extension GestureTrace {
  /// The same people as far away as makes them a third as large, whose joints tremble as those of small hands do.
  ///
  /// - Parameter tremble: how far each joint is moved in each frame, by chance: the standard deviation as a part of the hand's size.
  package func far(tremble: Float) -> GestureTrace {
    var generator = SeededGenerator(1)
    var far = self
    far.frames = frames.map { ns, hands in (ns, hands.map { $0.far(tremble: tremble, &generator) }) }
    return far
  }
}

extension HumanHandPoseObservation {
  fileprivate func far(tremble: Float, _ generator: inout SeededGenerator) -> HumanHandPoseObservation {
    let scale: Float = 1 / 3
    let shake = tremble * scale * Float(size)
    let (x, y) = (Float(imageWidth) * (1 - scale) / 2, Float(imageHeight) * (1 - scale) / 2)
    return HumanHandPoseObservation(confidence: confidence, chirality: chirality, imageWidth: imageWidth, imageHeight: imageHeight) {
      joint in
      let point = recognizedPoint(joint)
      return (
        x + scale * point.x + shake * generator.normal(), y + scale * point.y + shake * generator.normal(),
        scale * point.z + shake * generator.normal()
      )
    }
  }
}
