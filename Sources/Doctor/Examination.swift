import Platform
import UserErrors

/// Checks everything that swiped needs on this machine, and changes nothing.
///
/// - Parameters:
///   - config: the configuration file; nil for the user's own.
///   - socket: the path of the daemon's socket; nil for that of the configuration, or the default.
/// - Returns: the findings in the order in which their commands are to be run: the service is started last, when everything it needs is
///   there and a stale socket is removed (its own socket must not be).
package func examine(config: String?, socket: String?) -> [Finding] {
  let environment = relevantEnvironment()
  let installation = Installation.current
  let configurationFacts = ConfigurationFacts.gathered(explicit: config, environment: environment)
  let chosen = configurationFacts.configuration
  let unit = UnitFacts.gathered(environment: environment)

  var findings = CameraCheckFacts.gathered(configurationFacts).check()
  findings.append(UinputFacts.gathered().check(areKeysEnabled: chosen.keys.isEnabled))
  let processor = ProcessorFacts.gathered().check(precision: chosen.tracking.precision.chosen)
  findings.append(processor)
  findings += RuntimeFacts.gathered(precision: chosen.tracking.precision.chosen, isLoadable: processor.verdict != .failed).check(
    installation)
  let socketFacts = SocketFacts.gathered(
    given: socket, configured: chosen.socket.path, environment: environment, manager: unit.manager)
  findings += configurationFacts.check() + configurationFacts.checkProfile(socketFacts.status)
  findings += ApplicationFacts.gathered(chosen.apps, environment: environment).check()
  findings += CommandFacts.gathered(configurationFacts, socketFacts, unit, environment: environment).check()
  findings.append(socketFacts.check(unit.manager.service))
  findings.append(unit.check(installation))
  return findings
}
