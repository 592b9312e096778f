/// What the connections of a server need, all together.
package struct ClientDemands: Sendable, Equatable {
  /// The number of connections that need the camera: those subscribed to `swipe`, `hand`, `frame` or `preview`.
  package var subscribers = 0
  /// How many of them have asked for a topic. The others have the topics of every new connection, which may not be what they came for.
  package var requested = 0
  /// Whether a connection suspends keys and commands.
  package var suspendsKeys = false
  /// Why connections keep the camera closed, each as often as it is given, in order.
  package var inhibitions: [String] = []

  package init() {}

  init(_ connections: some Sequence<Connection>) {
    for connection in connections {
      suspendsKeys = suspendsKeys || connection.suspendsKeys
      if let why = connection.inhibition { inhibitions.append(why) }
      guard connection.needsCamera else { continue }
      subscribers += 1
      if connection.hasSubscribed { requested += 1 }
    }
    inhibitions.sort()
  }
}
