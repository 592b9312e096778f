import Testing
import UserErrors

@Suite("The line of an error")
struct UserErrorTests {
  @Test(
    "A cause that ends in a sign of its own is followed by no second one",
    arguments: [
      ("a cause", "a cause; see"), ("there is no preview.", "there is no preview; see"), ("did you mean x?", "did you mean x? see"),
      ("topics:", "topics: see"), ("no!", "no! see"), ("one,", "one; see"), ("one;", "one; see"), ("the name \"x\"", "the name \"x\"; see"),
      ("", "; see"),
    ])
  func joint(summary: String, line: String) {
    #expect(UserError(summary, fix: "see", exitStatus: .usage).description == line)
    #expect(UserError(summary, exitStatus: .usage).description == summary)
  }
}
