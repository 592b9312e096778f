import Bodies
import Hands
import Landmarks

extension Overlay {
  /// What is drawn of people. The face of a body is left out where that face is drawn by itself.
  ///
  /// - Parameter minimumConfidence: joints that are less certain are left out, with the lines to them.
  public init(
    hands: [HumanHandPoseObservation] = [], bodies: [HumanBodyPoseObservation] = [], faces: [FaceObservation] = [],
    minimumConfidence: Float = 0.3
  ) {
    for body in bodies {
      let nose = body.joint(for: .nose)
      add(body, withFace: !faces.contains { $0.contains(nose.pixelLocation) }, minimumConfidence)
    }
    for face in faces { add(face) }
    for hand in hands { add(hand, minimumConfidence) }
  }

  private mutating func add(_ hand: HumanHandPoseObservation, _ minimumConfidence: Float) {
    let place = { (joint: JointName) in
      let joint = hand.joint(for: joint)
      return joint.confidence >= minimumConfidence ? joint.pixelLocation : nil
    }
    for finger in Finger.allCases { addPath([place(.wrist)] + finger.chain.map(place), of: .hand) }
    for joint in JointName.allCases { addPoint(place(joint), of: .hand) }
  }

  private mutating func add(_ body: HumanBodyPoseObservation, withFace: Bool, _ minimumConfidence: Float) {
    typealias Name = HumanBodyPoseObservation.JointName
    let place = { (name: Name) in
      let joint = body.joint(for: name)
      return joint.confidence >= minimumConfidence ? joint.pixelLocation : nil
    }
    let torso: [Name] = [.neck, .leftShoulder, .leftHip, .root, .rightHip, .rightShoulder]
    addPath(torso.map(place), isClosed: true, of: .body)
    for limb in [HumanBodyPoseObservation.JointsGroupName.leftArm, .rightArm, .leftLeg, .rightLeg] {
      addPath(limb.jointNames.map(place), of: .body)
    }
    for name in Name.allCases {
      let isOfFace = HumanBodyPoseObservation.JointsGroupName.face.jointNames.contains(name)
      if withFace || !isOfFace { addPoint(place(name), of: .body) }
    }
  }

  /// Its regions, or its box if it has none.
  private mutating func add(_ face: FaceObservation) {
    guard let landmarks = face.landmarks else {
      let (low, size) = (face.pixelBoundingBox.origin, face.pixelBoundingBox)
      let (right, bottom) = (low.x + size.width, low.y + size.height)
      let corners = [low, PixelPoint(x: right, y: low.y), PixelPoint(x: right, y: bottom), PixelPoint(x: low.x, y: bottom)]
      return addPath(corners, isClosed: true, of: .face)
    }
    for name in FaceRegionName.allCases {
      let region = landmarks.region(name)
      addPath(region.points.map(\.pixelLocation), isClosed: region.isClosed, of: .face)
    }
    for pupil in [landmarks.leftPupil, landmarks.rightPupil] { addPoint(pupil?.pixelLocation, of: .face) }
  }

  private mutating func addPoint(_ place: PixelPoint?, of part: Part) {
    if let place { items.append(Item(.point(place), of: part)) }
  }

  /// Adds a path. Where a place is nil it is interrupted, and what remains of it is open.
  private mutating func addPath(_ places: [PixelPoint?], isClosed: Bool = false, of part: Part) {
    let known = places.compactMap { $0 }
    if isClosed, known.count == places.count {
      items.append(Item(.closedPath(known), of: part))
      return
    }
    var places = places
    if isClosed, let gap = places.firstIndex(of: nil) {
      // Begins behind a gap, so that no piece is cut in two where the list ends.
      places = Array(places[gap...] + places[..<gap])
    }
    for piece in places.split(separator: nil) where piece.count > 1 {
      items.append(Item(.openPath(piece.compactMap { $0 }), of: part))
    }
  }
}

extension FaceObservation {
  /// Whether a place in the picture is in the face's box.
  fileprivate func contains(_ place: PixelPoint) -> Bool {
    let (low, size) = (pixelBoundingBox.origin, pixelBoundingBox)
    return (low.x...(low.x + size.width)).contains(place.x) && (low.y...(low.y + size.height)).contains(place.y)
  }
}
