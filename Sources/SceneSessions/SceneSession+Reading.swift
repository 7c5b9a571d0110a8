package import InspectorKit
import JSONText
public import SceneDocument

extension SceneSession {
  /// Returns true if a plugin that the scene accepts knows the class, or the base class used to inspect its objects.
  ///
  /// - Parameter classID: the index of the class in the document's `classNames`.
  public func knows(classID: Int) -> Bool {
    withModel { if case .known = $0.meaning(ofClass: classID) { true } else { false } }
  }

  /// Returns the title of an object; nil if it has no name and stores no text that serves as a title.
  ///
  /// - Parameter node: the object as returned by ``select(_:leaveOut:)``.
  public func title(of node: NodeIndex) -> ObjectTitle? { withModel { $0.title(of: node) } }

  /// Returns the objects to which a property may refer, in document order.
  ///
  /// - Parameter className: the class in the property's metadata `references`; `*` for any class.
  package func objects(fitting className: String) -> [NodeIndex] { withModel { $0.objects(fitting: className) } }

  /// Returns the classes of the given objects, without duplicates. An object of an unknown class contributes its base
  /// class, if it has one.
  package func classes(of nodes: some Sequence<NodeIndex>) -> [ComponentDefinition] {
    withModel { model in
      Set(nodes.map(model.document.classID)).sorted().compactMap { classID in
        if case .known(let binding) = model.meaning(ofClass: classID) { binding.definition } else { nil }
      }
    }
  }

  /// The scene's unknown classes that are inspected as their base classes.
  package var basedClasses: [ComponentDefinition] { withModel { $0.basedEntries.map(\.definition) } }

  /// Returns true if the scene or a plugin has a class with this name.
  public func hasClass(named name: String) -> Bool {
    withModel { $0.hasClass(name) }
  }

  /// Returns the class that a misspelled name most likely means; nil if none is similar.
  public func suggestedClass(for name: String) -> String? {
    withModel { model in
      DidYouMean.suggestion(for: name, among: model.document.classNames + model.registry.classNames)
    }
  }

  /// Returns the error for a selector that matches nothing, with a suggestion of the selector that the user may have
  /// meant.
  package func nothingMatches(_ selector: Selector) -> Diagnostic {
    let suggestion = withModel { $0.suggestion(for: selector) }
    return Diagnostic(QueryRefusal.nothingMatches(selector.text, suggestion: suggestion))
  }

  /// Returns the refusal for an edit that applies to nothing in this scene.
  package func emptiness(of request: EditRequest) -> AnyRefusal { withModel { request.emptiness(in: $0) } }

  // MARK: inspecting

  /// Returns the properties of several objects. Each property occurs once, with its values in all objects.
  ///
  /// - Parameter nodes: the objects as returned by ``select(_:leaveOut:)``.
  public func inspect(_ nodes: [NodeIndex]) -> MixedInspection {
    withModel { model in
      let mixed = MixedObjects(model)
      var failures: [Diagnostic] = []
      var rest = nodes[...]
      while !rest.isEmpty, !model.job.isCancelled {
        let batch = rest.prefix(1 << 14)
        rest = rest.dropFirst(1 << 14)
        var answers: [NodeIndex: BuildReply] = [:]
        // Most components report nothing, so only the other replies are kept.
        model.build(batch, wantsComputed: true) { built in
          if !built.answer.isSilent { answers[built.node] = built.answer }
        }
        for (place, node) in zip(batch.indices, batch) {
          model.document.prefetch(batch, after: place)
          guard let binding = model.binding(of: node) else {
            mixed.add(unknown: node)
            continue
          }
          let answer = answers[node] ?? BuildReply()
          if let failure = answer.failure { failures.append(model.diagnostic(failure, node)) }
          mixed.add(node, binding, answer)
        }
      }
      return mixed.result(diagnostics: failures)
    }
  }

  /// Returns the object with an id; throws an error with a similar id as a suggestion if there is none.
  public func node(id: String) throws(Diagnostic) -> NodeIndex {
    try withModel { model throws(Diagnostic) in try Self.node(id, in: model) }
  }

  /// Splits a reference `ID.PROPERTY` into the id of the object and the name of the property. The longest prefix that
  /// is an existing id is used. Throws an error if no prefix is an existing id.
  package func named(_ reference: String) throws(Diagnostic) -> (id: String, property: String) {
    try withModel { model throws(Diagnostic) in
      let (node, name) = try Self.split(reference, in: model)
      return (model.document.id(node), name)
    }
  }

  /// Returns the steps that apply changes of properties; consecutive changes of the same objects form one step. A
  /// change names its property alone or as `ID.PROPERTY`. If a name can mean both, it means a property of the target.
  ///
  /// - Parameter target: the objects of a change that names only its property; nil if each change names its object.
  /// - Throws: an error if a change names no known object, or if the target's selector is refused.
  package func steps(making changes: [Assignment], to target: Selector?) throws(Diagnostic) -> [EditStep] {
    try targets(of: changes, target).map { .set($0.selector, $0.changes) }
  }

  /// Returns the changes, each with the selector of its objects, by the naming rules of ``steps(making:to:)``.
  package func targets(
    of changes: [Assignment], _ target: Selector?
  ) throws(Diagnostic) -> [(selector: Selector, changes: [Assignment])] {
    try asking { model throws(Diagnostic) in
      var targeted: NodeIndex?
      if let target { targeted = try Selection(model, target, unknownNames: .refused).decidedNodes().first }
      var steps: [(selector: Selector, changes: [Assignment])] = []
      for var change in changes {
        let binding = targeted.flatMap(model.binding)
        let owner = PropertyPath.parts(of: change.name)?.owner
        let isOfTarget = binding.map {
          $0.place(ofTyped: change.name) != nil || owner.flatMap($0.place(ofTyped:)) != nil
        }
        var selector = target
        if target == nil {
          let (node, name) = try Self.split(change.name, in: model)
          (selector, change.name) = (Selector(ids: [model.document.id(node)]), name)
        } else if isOfTarget != true, let (node, name) = try? Self.split(change.name, in: model) {
          (selector, change.name) = (Selector(ids: [model.document.id(node)]), name)
        }
        guard let selector else { continue }
        if steps.last?.selector == selector {
          steps[steps.count - 1].changes.append(change)
        } else {
          steps.append((selector, [change]))
        }
      }
      return steps
    }
  }

  /// Returns the definitions of the selected objects' classes, each with a selector for its objects; empty if nothing
  /// is selected.
  ///
  /// - Parameter skipsUnknown: true to leave out objects whose class no plugin knows.
  /// - Throws: an error if the selector is refused, or if no plugin knows the class of an object.
  package func classes(
    of selector: Selector, skipsUnknown: Bool
  ) throws(Diagnostic) -> [(definition: ComponentDefinition, selector: Selector)] {
    try asking { model throws(Diagnostic) in
      let groups = model.byClass(try Selection(model, selector, unknownNames: .refused).decidedNodes())
      var classes: [(definition: ComponentDefinition, selector: Selector)] = []
      for (_, nodes) in groups {
        guard let first = nodes.first else { continue }
        if skipsUnknown, case .unknown = model.meaning(of: first) { continue }
        let definition = try model.editableBinding(of: first).definition
        classes.append((definition, groups.count == 1 ? selector : Selector(ids: nodes.map(model.document.id))))
      }
      return classes
    }
  }

  /// Returns the ids of the objects that a selector matches, in document order.
  ///
  /// - Parameter withDescendants: true to return also the ids of the objects inside them.
  package func ids(of selector: Selector, withDescendants: Bool = false) throws(Diagnostic) -> [String] {
    try asking { model throws(Diagnostic) in
      let document = model.document
      let nodes = try Selection(model, selector, unknownNames: .refused).decidedNodes()
      guard withDescendants else { return nodes.map(document.id) }
      var all = NodeSet()
      return nodes.flatMap { node in
        (node..<document.afterSubtree(node)).filter { all.insert($0) }.map(document.id)
      }
    }
  }

  /// The palette documents that can no longer be read, each with the reason. The scene keeps their last known colours.
  package var lostPalettes: [(path: String, words: String)] {
    withModel { model in
      model.palette.sources.compactMap { source in
        source.palette == nil ? nil : source.problem.map { (source.path, $0.message) }
      }
    }
  }

  /// Reloads the templates' documents if any of them has changed since it was read. The scene's own file and history
  /// are not changed.
  ///
  /// - Returns: true if the scene shows the current documents; false if the scene is in use.
  package func followTemplates() throws(Diagnostic) -> Bool {
    if withDocument({ $0.hasCurrentTemplates }) { return true }
    return try exclusively { () throws(Diagnostic) in
      try Diagnostic.wrapping { () throws(SceneError) in try state.followTemplates(under: job, lock) }
    }
  }

  /// Reports the lifecycle of every component built from now on, step by step; nil stops the reports.
  ///
  /// ```swift
  /// session.traceLifecycles { print($0.object, $0.steps.map(\.name)) }
  /// _ = try session.inspect(id: "volume")  // volume ["init", "frame", "maximumValue", "value", …]
  /// ```
  ///
  /// `body` is called while the component's plugin is in use, so `body` must use no session. Traced builds take longer:
  /// the component is read after every step.
  public func traceLifecycles(_ body: (@Sendable (Lifecycle) -> Void)?) {
    state.access.withLock { state.tracer = body }
  }
}
