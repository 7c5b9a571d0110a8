extension PropertyDeclarations {
  /// Adds an action. The macro `@Action` generates this call.
  ///
  /// ```swift
  /// list.action("reset", of: Dial.self, help: "Back to the middle.") { $0.value = 0.5 }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the action's name, an identifier.
  ///   - type: the class that declares the action.
  ///   - label: the title of the button; the humanized name if nil.
  ///   - help: a one-sentence explanation for the user.
  ///   - enabledWhen: a condition on the class's properties under which the action can run.
  ///   - refines: true for an override that gives an inherited action a new label, help or condition.
  ///   - run: the code of the action. Assigning a property in it runs the property's hooks.
  ///   - fileID: the file that declares the action, for problem reports; by default the file of the call.
  ///   - line: the line in that file.
  public mutating func action<C: Component>(
    _ name: String, of type: C.Type, label: String? = nil, help: String? = nil, enabledWhen: String? = nil,
    refines: Bool = false, run: @escaping (C) -> Void, fileID: StaticString = #fileID, line: Int = #line
  ) {
    let place = SourcePlace(fileID: fileID, line: line)
    guard type as AnyClass == classes.last?.type as AnyClass? else {
      report(.foreignAction(name, in: declaringClass, type: "\(type)"), at: place)
      return
    }
    add(
      DeclaredAction(
        name: name, label: label, help: help, enabledWhen: enabledWhen, refines: refines,
        declaringClass: declaringClass, run: { run(unsafeDowncast($0, to: C.self)) }, place: place))
  }

  private mutating func add(_ action: DeclaredAction) {
    guard let place = actions.firstIndex(where: { $0.name == action.name }) else {
      if action.refines { report(.refinesNoAction(action.name, in: declaringClass), at: action.place) }
      actions.append(action)
      return
    }
    guard action.refines else {
      report(
        .duplicateAction(action.name, in: declaringClass, former: actions[place].declaringClass), at: action.place)
      return
    }
    actions[place] = action.refining(actions[place])
  }
}

/// A class's declaration of an action, with the code to run.
struct DeclaredAction {
  var name: String
  var label: String?
  var help: String?
  var enabledWhen: String?
  var refines: Bool
  var declaringClass: String
  var run: (Component) -> Void

  /// The source location of the action's declaration.
  var place: SourcePlace

  /// Returns a copy of this override with the declaring class of the inherited action. A label, help or condition that
  /// this override lacks is also inherited.
  func refining(_ former: DeclaredAction) -> DeclaredAction {
    var refined = self
    refined.label = label ?? former.label
    refined.help = help ?? former.help
    refined.enabledWhen = enabledWhen ?? former.enabledWhen
    refined.declaringClass = former.declaringClass
    return refined
  }

  /// Returns the action's definition for a plugin description.
  func definition(in context: PluginContext) -> ActionDefinition {
    ActionDefinition(
      name: name, label: label ?? context.label(for: name), help: help, enabledWhen: enabledWhen,
      declaringClass: declaringClass)
  }
}
