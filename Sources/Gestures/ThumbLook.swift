import Hands

/// A learned look at a hand that may show a thumb: how much its joints speak for one.
///
/// A network with one hidden layer. It is asked only about hands that pass ``ThumbPose``, and takes about a microsecond. `make train-look`
/// learns its numbers from labeled hands, and writes them to `ThumbLookNumbers.swift`.
package struct ThumbLook: Sendable {
  /// What a hand is described by: see ``describe(_:_:)``.
  package static let inputs = 139
  package static let hiddenUnits = 32
  /// The numbers of a look: for each hidden unit its weights and its bias, the weights of the hidden units, and the last bias.
  package static let numberCount = (inputs + 1) * hiddenUnits + hiddenUnits + 1

  package typealias Description = InlineArray<139, Float>

  /// The log odds of a clear thumb, those of the clearest, and the negative log odds below which holding it does not help. Chosen on the
  /// hands and people of `make bench-gestures`.
  private static let clear = 4.0, clearest = 20.0, patience = 6.5
  /// How much the log odds are lowered by each hand size per second of a hand that has been moving, which may be that of a person who talks.
  private static let loweredByMotion = 6.0
  /// The cosine of 50°: clasped hands have a thumb that is farther off upright, and so have few hands that show one. From there to the limit
  /// of the pose, the log odds are lowered by up to so much.
  private static let leaning: Float = 0.643, mostLowered: Float = 8
  /// How much the log odds are lowered by the excess of a pose that is not a clear one: by 10 at most for each of the two.
  private static let loweredByExcess: Float = 200
  /// By how much the log odds of a thumb down are raised: fewer people have shown one to learn from than a thumb up.
  private static let raisedForDown = 2.0

  /// The look that the rule uses.
  package static let trained = ThumbLook(thousandths: thumbLookThousandths)

  private let numbers: [Float]

  /// - Parameter numbers: ``numberCount`` numbers: the weights of the first input in all hidden units, those of the second input, …, the
  ///   biases of the hidden units, their weights in the sum, and its bias.
  package init(_ numbers: [Float]) {
    precondition(numbers.count == Self.numberCount)
    self.numbers = numbers
  }

  package init(thousandths: some Sequence<some BinaryInteger>) { self.init(thousandths.map { Float($0) / 1000 }) }

  /// The logarithm of the odds that the hand shows a thumb: positive where it is more likely than not.
  ///
  /// - Parameter zone: which way the thumb points: up or down.
  package func logOdds(of hand: HumanHandPoseObservation, _ zone: Zone) -> Double { logOdds(of: Self.describe(hand, zone)) }

  /// How much the time of a frame that shows this hand counts as evidence of a thumb: 1 for a clear one, up to 2.5 for the clearest, and
  /// below 0 where another pose is far more likely. So a clear thumb swipes at the end of the dwell time, and an unclear one must be held
  /// for longer, as in a sequential test (Wald, 1945).
  ///
  /// - Parameter activity: how much the hand has been moving, in hand sizes per second. The more, the clearer its thumb must be.
  func clarity(of hand: HumanHandPoseObservation, _ zone: Zone, activity: Double) -> Double {
    let joints = HandGeometry(hand, turned: zone == .down)
    let lean = max(0, Self.leaning - joints.thumbUprightness) / (Self.leaning - ThumbPose.leastUprightness)
    let excess = ThumbPose.excess(joints)
    let lowered = Self.mostLowered * lean + Self.loweredByExcess * (max(excess.fingers, 0) + max(excess.thumb, 0))
    let odds = min(logOdds(of: hand, zone) + (zone == .down ? Self.raisedForDown : 0), Self.clearest)
    let clarity = (odds - Double(lowered) - Self.loweredByMotion * activity + Self.patience) / (Self.clear + Self.patience)
    // Joints of another program may be no numbers.
    return clarity.isFinite ? clarity : -1
  }

  private func logOdds(of description: Description) -> Double {
    numbers.withUnsafeBufferPointer { numbers in
      description.span.withUnsafeBufferPointer { input in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.hiddenUnits) { hidden in
          Double(Self.logOdds(of: input.baseAddress!, numbers.baseAddress!, hidden.baseAddress!))
        }
      }
    }
  }

  /// The log odds by the numbers of a look, and what they are made of. Plain loops over pointers, which the compiler turns into vector
  /// instructions.
  ///
  /// - Parameters:
  ///   - input: ``inputs`` numbers.
  ///   - numbers: ``numberCount`` numbers, in the order of ``init(_:)``.
  ///   - hidden: ``hiddenUnits`` numbers, which become the sums of the hidden units; those below 0 count as 0.
  package static func logOdds(
    of input: UnsafePointer<Float>, _ numbers: UnsafePointer<Float>, _ hidden: UnsafeMutablePointer<Float>
  ) -> Float {
    let (inputs, units) = (Self.inputs, Self.hiddenUnits)
    let biases = numbers + inputs * units
    let weights = biases + units
    for unit in 0..<units { hidden[unit] = biases[unit] }
    for index in 0..<inputs {
      let (row, value) = (numbers + index * units, input[index])
      for unit in 0..<units { hidden[unit] += row[unit] * value }
    }
    var odds = weights[units]
    for unit in 0..<units { odds += max(hidden[unit], 0) * weights[unit] }
    return odds
  }

  /// Describes a hand by numbers that do not depend on its place, its size and its side; a thumb down is described as a thumb up in the
  /// picture turned by 180°.
  ///
  /// They are, with lengths in hand sizes: the place of each joint relative to the wrist; the direction of the thumb's last bone; the
  /// cosine of the bend at each joint within a finger; the distance of each joint from the thumb tip and from the wrist; how far each joint
  /// is below the thumb tip; and whether the thumb is down, which few hands look like by accident.
  package static func describe(_ hand: HumanHandPoseObservation, _ zone: Zone) -> Description {
    let geometry = HandGeometry(hand, turned: zone == .down)
    let wrist = geometry[.wrist]
    let scale = 1 / max(geometry.size, 1e-3)
    let side = SIMD3<Float>(hand.chirality == .right ? scale : -scale, scale, scale)
    var places = InlineArray<21, SIMD3<Float>>(repeating: .zero)
    for joint in JointName.allCases { places[joint.rawValue] = (geometry[joint] - wrist) * side }

    var description = Description(repeating: 0)
    var count = 0
    func add(_ number: Float) {
      description[count] = min(max(number, -8), 8)
      count += 1
    }
    let tip = places[JointName.thumbTip.rawValue]
    for index in 1..<21 { for axis in 0..<3 { add(places[index][axis]) } }
    let thumb = direction(from: places[JointName.thumbIP.rawValue], to: tip)
    for axis in 0..<3 { add(thumb[axis]) }
    for base in stride(from: 1, to: 21, by: 4) {
      var before = direction(from: places[0], to: places[base])
      for joint in base..<base + 3 {
        let after = direction(from: places[joint], to: places[joint + 1])
        add((before * after).sum())
        before = after
      }
    }
    for index in 0..<21 where index != JointName.thumbTip.rawValue { add((places[index] - tip).length) }
    for index in 1..<21 { add(places[index].length) }
    for index in 0..<21 where index != JointName.thumbTip.rawValue { add(places[index].y - tip.y) }
    add(zone == .down ? 1 : 0)
    return description
  }

  private static func direction(from start: SIMD3<Float>, to end: SIMD3<Float>) -> SIMD3<Float> {
    (end - start) / max((end - start).length, 1e-6)
  }
}
