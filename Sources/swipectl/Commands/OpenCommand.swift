import App
import ArgumentParser
import Platform
import Settings

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the app in the browser: set up, change and watch swiped.",
    usage: "swipectl open [OPTIONS] [<view>]",
    discussion: """
      Shows the camera and the swipes, pauses and resumes, guides through the setup, and changes the usual settings. The menu entry of the \
      desktop runs this. It ends when the last page has closed.
      """)

  enum View: String, ExpressibleByArgument, CaseIterable { case home, setup, settings, cards, stars, hands, pictures }

  @OptionGroup var options: AppOptions

  @Argument(help: ArgumentHelp("What to show first; without one, home, or setup where there is no configuration yet.", valueName: "view"))
  var view: View?

  // Also without a daemon: the page can start it.
  func run() throws { try options.serve((view ?? firstView).rawValue) }

  private var firstView: View {
    let file = try? ConfigurationEditor.file(explicit: options.config, environment: relevantEnvironment())
    return file.map(Files.exists) == false ? .setup : .home
  }
}
