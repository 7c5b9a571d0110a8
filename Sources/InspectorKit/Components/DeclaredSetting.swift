/// A class's declaration of a setting that its components read.
struct DeclaredSetting {
  /// The declaration as a property whose getter reads the setting.
  var property: DeclaredProperty
  let isPersonal: Bool

  /// Returns the setting for the plugin description. Its default is the value that a new component reads.
  func setting(of component: Component, in context: PluginContext) -> PluginSetting {
    var definition = property.definition(in: context)
    definition.defaultValue = property.access.get(component)
    return PluginSetting(definition, isPersonal: isPersonal)
  }
}

extension PropertyDeclarations {
  /// Adds a setting that components of the class read with ``Component-swift.class/setting(_:default:)``.
  ///
  /// ```swift
  /// list.setting("theme", of: Gauge.self, .init(options: ["light", "dark"]), get: { $0.theme })
  /// ```
  ///
  /// - Parameters:
  ///   - name: the setting's name, an identifier; its key is `plugins.`, the plugin's name, a dot and this name.
  ///   - type: the class that declares the setting.
  ///   - metadata: the label, range, unit, options and help.
  ///   - personal: true if a workspace's settings file cannot set it.
  ///   - get: reads the setting; returns the default for a new component.
  ///   - fileID: the file that declares the setting, for problem reports; by default the file of the call.
  ///   - line: the line in that file.
  public mutating func setting<C: Component, P: InspectableProperty>(
    _ name: String, of type: C.Type, _ metadata: PropertyMetadata = PropertyMetadata(), personal: Bool = false,
    get: @escaping (C) -> P, fileID: StaticString = #fileID, line: Int = #line
  ) {
    let place = SourcePlace(fileID: fileID, line: line)
    guard type as AnyClass == classes.last?.type as AnyClass? else {
      report(.foreignProperty(name, in: declaringClass, type: "\(type)"), at: place)
      return
    }
    let access = PropertyAccess(
      get: { get(unsafeDowncast($0, to: C.self)).inspectable },
      holds: { $1.pointee.holds(get(unsafeDowncast($0, to: C.self)).inspectable) })
    let property = DeclaredProperty(
      name: name, metadata: metadata, isObserved: false, refines: false, kind: P.inspectableKind.facts,
      declaringClass: declaringClass, access: access, place: place)
    settings.append(DeclaredSetting(property: property, isPersonal: personal))
  }
}

extension [PluginSetting] {
  /// Returns the settings without repeated names, with the plugin as the declaring class of each.
  func unique(in plugin: String) -> [PluginSetting] {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }.map { setting in
      var setting = setting
      setting.property.declaringClass = plugin
      return setting
    }
  }
}
