import Corpus
import Dispatch
import Gestures
import Synchronization

/// Looks that are each learned without a part of the sources, to be measured on that part.
package struct CrossValidation: Sendable {
  private static let parts = 8

  private let partOf: [String: Int]
  private let looks: [ThumbLook]

  package init(_ people: People) throws {
    let samples = try LookSamples(people)
    let owners = Set(samples.sources.map(Self.owner)).sorted()
    let partOf = Dictionary(uniqueKeysWithValues: owners.enumerated().map { ($1, $0 % Self.parts) })
    let learned = Mutex([Int: ThumbLook]())
    DispatchQueue.concurrentPerform(iterations: Self.parts) { part in
      let numbers = LookTraining.train(samples) { partOf[Self.owner($0)] != part }
      learned.withLock { $0[part] = ThumbLook(thousandths: numbers) }
    }
    self.partOf = partOf
    looks = learned.withLock { learned in (0..<Self.parts).map { learned[$0]! } }
  }

  /// The look that was learned without anything of this source. One that nothing was learned from has the first.
  package func look(for source: String) -> ThumbLook { looks[partOf[Self.owner(source)] ?? 0] }

  /// The sources of one owner show the same person.
  private static func owner(_ source: String) -> String { source.split(separator: "/").first.map { $0.lowercased() } ?? "" }
}

extension LookSamples {
  /// The labeled hands and the people in front of cameras, but for those whose labels are mixed or who show thumbs that are not labeled.
  package init(_ people: People) throws {
    self.init(
      hands: try people.hands().filter { $0.source != People.mixedSource },
      people: try people.everyone().filter { $0.kind != People.signLanguage }, thumbs: try people.thumbs())
  }

  /// The numbers of the look that is learned from all of them.
  package var learned: [Int] { LookTraining.train(self) }
}
