import Corpus
import Foundation
import Gestures

/// Learns a look from samples: Adam (Kingma and Ba, 2014) on the logistic loss, with a step that shrinks to nothing.
struct LookTraining {
  private static let rounds = 12
  private static let batch = 256
  private static let rate: Float = 4e-3
  /// How much each number shrinks at every step, as a part of the step.
  private static let decay: Float = 0.02
  private static let inputs = ThumbLook.inputs, units = ThumbLook.hiddenUnits

  /// The numbers of the look for inputs that are scaled, in its order; how they are to change; and what Adam remembers of that.
  private var numbers = [Float](repeating: 0, count: ThumbLook.numberCount)
  private var slopes = [Float](repeating: 0, count: ThumbLook.numberCount)
  private var mean = [Float](repeating: 0, count: ThumbLook.numberCount)
  private var square = [Float](repeating: 0, count: ThumbLook.numberCount)
  private var steps = 0

  /// - Parameter isUsed: whether a source may be learned from.
  /// - Returns: the numbers of a look, in thousandths.
  static func train(_ samples: LookSamples, isUsed: (String) -> Bool = { _ in true }) -> [Int] {
    let used = samples.sources.indices.filter { isUsed(samples.sources[$0]) }
    let scale = InputScale(samples, used)
    let scaled = scale.scaled(samples, used)
    let isThumb = used.map { samples.isThumb[$0] }
    var generator = SeededGenerator(1)
    var training = LookTraining(&generator)
    var order = Array(used.indices)
    let last = Double(Self.rounds * (order.count / Self.batch))
    for _ in 0..<Self.rounds {
      order.shuffle(using: &generator)
      for start in stride(from: 0, through: order.count - Self.batch, by: Self.batch) {
        for index in order[start..<start + Self.batch] { training.learn(scaled, index, isThumb: isThumb[index]) }
        training.step(Self.rate * Float(0.5 * (1 + cos(.pi * Double(training.steps) / last))))
      }
    }
    return scale.unscaled(training.numbers).map { Int(($0 * 1000).rounded()) }
  }

  private init(_ generator: inout SeededGenerator) {
    let width = (2 / Float(Self.inputs)).squareRoot()
    for index in 0..<Self.inputs * Self.units { numbers[index] = width * generator.normal() }
    for index in (Self.inputs + 1) * Self.units..<(Self.inputs + 2) * Self.units { numbers[index] = 0.25 * generator.normal() }
  }

  /// Adds what one sample says about how the numbers are to change. It is plain loops over pointers, as most of the time is spent
  /// here.
  private mutating func learn(_ scaled: [Float], _ index: Int, isThumb: Bool) {
    let (inputs, units) = (Self.inputs, Self.units)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: units) { hidden in
      scaled.withUnsafeBufferPointer { scaled in
        numbers.withUnsafeBufferPointer { numbers in
          slopes.withUnsafeMutableBufferPointer { slopes in
            let input = scaled.baseAddress! + index * inputs
            let weights = numbers.baseAddress! + (inputs + 1) * units
            let odds = ThumbLook.logOdds(of: input, numbers.baseAddress!, hidden.baseAddress!)
            let error = Float(1 / (1 + exp(-Double(odds)))) - (isThumb ? 1 : 0)
            let biasSlopes = slopes.baseAddress! + inputs * units
            let weightSlopes = biasSlopes + units
            weightSlopes[units] += error
            for unit in 0..<units {
              weightSlopes[unit] += max(hidden[unit], 0) * error
              hidden[unit] = hidden[unit] > 0 ? weights[unit] * error : 0
              biasSlopes[unit] += hidden[unit]
            }
            for i in 0..<inputs {
              let (row, value) = (slopes.baseAddress! + i * units, input[i])
              for unit in 0..<units { row[unit] += hidden[unit] * value }
            }
          }
        }
      }
    }
  }

  /// Changes the numbers by what a batch of samples said.
  private mutating func step(_ rate: Float) {
    steps += 1
    let first = 1 / (1 - Float(pow(0.9, Double(steps))))
    let second = 1 / (1 - Float(pow(0.999, Double(steps))))
    for index in numbers.indices {
      let slope = slopes[index] / Float(Self.batch)
      slopes[index] = 0
      mean[index] = mean[index] * 0.9 + slope * 0.1
      square[index] = square[index] * 0.999 + slope * slope * 0.001
      numbers[index] -= rate * (mean[index] * first / ((square[index] * second).squareRoot() + 1e-8) + numbers[index] * Self.decay)
    }
  }
}

/// Brings each input to a mean of 0 and a deviation of 1 for the training, and what is learned back to the inputs as they are.
private struct InputScale {
  private static let leastDeviation = 0.02

  private var mean = [Float](repeating: 0, count: ThumbLook.inputs)
  private var deviation = [Float](repeating: 0, count: ThumbLook.inputs)

  init(_ samples: LookSamples, _ used: [Int]) {
    for i in mean.indices {
      var (sum, squares) = (0.0, 0.0)
      for index in used {
        let value = Double(samples.inputs[index * ThumbLook.inputs + i])
        (sum, squares) = (sum + value, squares + value * value)
      }
      let average = sum / Double(used.count)
      mean[i] = Float(average)
      deviation[i] = Float(max((squares / Double(used.count) - average * average).squareRoot(), Self.leastDeviation))
    }
  }

  func scaled(_ samples: LookSamples, _ used: [Int]) -> [Float] {
    var inputs: [Float] = []
    inputs.reserveCapacity(used.count * ThumbLook.inputs)
    for index in used {
      for i in mean.indices { inputs.append((samples.inputs[index * ThumbLook.inputs + i] - mean[i]) / deviation[i]) }
    }
    return inputs
  }

  func unscaled(_ numbers: [Float]) -> [Float] {
    var numbers = numbers
    let units = ThumbLook.hiddenUnits
    for i in mean.indices {
      for unit in 0..<units {
        numbers[i * units + unit] /= deviation[i]
        numbers[ThumbLook.inputs * units + unit] -= numbers[i * units + unit] * mean[i]
      }
    }
    return numbers
  }
}
