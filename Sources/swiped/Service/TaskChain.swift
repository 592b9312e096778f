import Synchronization

/// Carries out asynchronous work one after the other, in the order in which it comes.
package final class TaskChain: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  package init() {}

  /// Carries out the work after all that came before, and returns its result.
  package func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
    let task = last.withLock { last in
      let task = Task { [before = last] in
        await before?.value
        return await work()
      }
      last = Task { _ = await task.value }
      return task
    }
    return await task.value
  }
}
