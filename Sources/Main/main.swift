import landmarks
import swipectl
import swiped

// The programs share most of their code, so as one file they take up a third of the space. The name that it runs under selects the program.
switch CommandLine.arguments.first?.split(separator: "/").last {
case "landmarks": LandmarksCommand.main()
case "swipectl": Swipectl.main()
default: Swiped.main()
}
