/// Starts a session bus with nobody on it, at the file `bus` of a home.
func startSessionBus(_ home: Scratch) async throws -> Program {
  let configuration = """
    <busconfig><type>session</type><listen>unix:path=\(home.file("bus"))</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
    <allow user="*"/></policy></busconfig>
    """
  let file = try home.write("bus.conf", configuration.utf8)
  let bus = try Program(
    "/usr/bin/dbus-daemon", ["--config-file=\(file)", "--nofork", "--nopidfile", "--nosyslog", "--print-address"], home: home)
  _ = try await bus.output.next()
  return bus
}
