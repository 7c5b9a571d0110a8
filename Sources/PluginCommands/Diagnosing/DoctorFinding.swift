/// What `plugin doctor` found at one step from a file to a plugin in use.
struct DoctorFinding {
  var step: Step
  var verdict: Verdict

  /// What is so, or what is wrong and why.
  var message: String

  /// What to do about it.
  var remedy: Remedy?

  /// The steps, in the order in which they are taken: one that fails ends the way of its file.
  enum Step: String {
    /// The place that the file is in is searched.
    case place
    /// The name is a plugin's.
    case name
    /// No other file of the name is found before it.
    case order
    /// There is a file that can be read.
    case file
    /// The file may be executed.
    case executable
    /// Nobody but the person and root can change what is run.
    case owner
    /// The system, and the sandbox, know how to execute it.
    case program
    /// Its process starts and says what it is.
    case start
    /// The plugin speaks a protocol version that the host speaks.
    case version = "protocol"
    /// What it declares is right.
    case declarations
    /// Its classes can be made, and are nobody else's.
    case classes
    /// What it adds to classes is added by nobody else.
    case extensions
    /// The version is one that a scene accepts.
    case requirement
  }

  /// How a step went.
  enum Verdict: String {
    case ok
    /// The plugin is in use, but not as its author may think, or it was left aside on purpose.
    case warning
    /// It, or some of it, is not in use.
    case error
  }

  /// What helps.
  enum Remedy {
    /// A command line to paste.
    case command(String)
    /// A sentence.
    case advice(String)
  }

  init(_ step: Step, _ verdict: Verdict, _ message: String, _ remedy: Remedy? = nil) {
    (self.step, self.verdict, self.message, self.remedy) = (step, verdict, message, remedy)
  }
}
