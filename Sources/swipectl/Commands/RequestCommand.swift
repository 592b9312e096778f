import ArgumentParser
import EventProtocol
import EventSocket
import Programs
import Reports
import UserErrors

struct RequestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Send a request of the protocol, and print its result.",
    discussion: "The methods and their params are those of swiped-protocol(7). The result is one line of JSON. It opens no camera.")

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "status, recent, pause, or another method.", completion: .list(Request.methods))
  var method: String

  @Argument(help: "The params of the method, as a JSON object.")
  var params: String?

  func run() throws {
    let request = try request()
    switch request {
    case .subscribe, .unsubscribe, .control(.suspendKeys), .control(.resumeKeys), .control(.inhibit):
      throw UserError(
        "\(method): its effect ends with the connection, and so with this command",
        fix: "send it from a program that stays connected; see swiped-protocol(7)", exitStatus: .usage)
    default: break
    }
    let deadline = Deadline()
    var client = try connection.connectWithoutSubscriptions(until: deadline)
    try StandardOutput.write(json: JSONCoding.encode(client.request(request, until: deadline)))
  }

  private func request() throws -> Request {
    do { return try Request(method: method, params: params) } catch let error as RPCError {
      throw UserError(error.message, exitStatus: .usage)
    } catch {
      throw UserError("params: not a JSON object", fix: #"write them as in '{"from":0}', in quotes for the shell"#, exitStatus: .usage)
    }
  }
}
