/// The attributes of a scene's objects, typed and checked, for a program to apply to its own components at run time.
///
/// `inspector export` writes a bundle: a folder with `bundle.json` and `attributes.json`. A program loads and verifies
/// the bundle in one call, and then applies it to components:
///
/// ```swift
/// let bundle = try RuntimeBundle.load(path: "card.bundle")
/// let applier = try BundleApplier([View.self, StarView.self])
/// let badge = try applier.components(of: bundle).first { $0.id == "badge" }?.component as? StarView
/// ```
public struct RuntimeBundle: Hashable, Sendable {
  /// The name and version of the bundle format that this module reads and writes.
  public static let format = "inspector-bundle/1"

  /// The scene's name, from its member `name`; nil if the scene has none.
  public var sceneName: String?

  /// The SHA-256 of the scene's bytes, as 64 lower-case hexadecimal digits.
  public var sceneSHA256: String

  /// The plugins that declare the scene's classes and their extensions, sorted by name.
  public var plugins: [Plugin]

  /// True if the bundle has effective values, which hooks may have changed; false if it has the stored values.
  public var isEffective: Bool

  /// The objects in the order of the scene: parents before their children.
  public var objects: [BundleObject]

  /// The scene's objects and properties that the bundle leaves out.
  public var notCarried: [Omission]

  /// The scene's included documents and palette documents, at the time when the bundle was written. Empty for a scene
  /// that uses no other files.
  public var sources: [Source]

  /// Makes a bundle in memory from its parts. Nothing is checked here.
  public init(
    sceneName: String? = nil, sceneSHA256: String, plugins: [Plugin] = [], isEffective: Bool = false,
    objects: [BundleObject], notCarried: [Omission] = [], sources: [Source] = []
  ) {
    self.sceneName = sceneName
    self.sceneSHA256 = sceneSHA256
    self.plugins = plugins
    self.isEffective = isEffective
    self.objects = objects
    self.notCarried = notCarried
    self.sources = sources
  }

  /// The total number of attributes of all objects.
  public var attributeCount: Int { objects.reduce(0) { $0 + $1.attributes.count } }

  /// The name, version and description hash of a plugin at the time when the bundle was written.
  public struct Plugin: Hashable, Sendable {
    /// The plugin's name, such as `Shapes`.
    public var name: String

    /// The plugin's version, such as `1.2.3`.
    public var version: String

    /// The SHA-256 of the plugin's description, as 64 lower-case hexadecimal digits.
    public var descriptionSHA256: String

    /// Records the name, version and description hash of a plugin.
    public init(name: String, version: String, descriptionSHA256: String) {
      self.name = name
      self.version = version
      self.descriptionSHA256 = descriptionSHA256
    }
  }

  /// A document that the scene includes, or a palette document that the scene uses.
  public struct Source: Hashable, Sendable {
    /// The path of the file, relative to the scene's folder, such as `../parts/buttons.scene.json`.
    public var path: String

    /// The file's role in the scene: `template` for an included document, or `palette`.
    public var kind: String

    /// The SHA-256 of the file's bytes, as 64 lower-case hexadecimal digits.
    public var sha256: String

    /// Records the path, role and hash of a file.
    public init(path: String, kind: String, sha256: String) {
      self.path = path
      self.kind = kind
      self.sha256 = sha256
    }
  }

  /// An object or property of the scene that the bundle leaves out, with the reason.
  public struct Omission: Hashable, Sendable {
    /// The id of the omitted object, or of the object with the omitted property.
    public var object: String

    /// The name of the omitted property; nil if the whole object is omitted.
    public var property: String?

    /// The stable diagnostic code, such as `unknown.property`; empty if there is none.
    public var code: String

    /// The reason for the omission, in one sentence.
    public var reason: String

    /// Makes an omission of a whole object, or of one of its properties.
    public init(object: String, property: String? = nil, code: String, reason: String) {
      self.object = object
      self.property = property
      self.code = code
      self.reason = reason
    }
  }
}

/// An object of the scene, with its id, its class and its attributes.
public struct BundleObject: Hashable, Sendable {
  /// The object's id, unique in the bundle.
  public var id: String

  /// The name of the object's class, such as `StarView`.
  public var className: String

  /// The attributes. `inspector export` writes them in the order in which the class applies them, runtime attributes
  /// last; a ``BundleApplier`` uses the order of the class in any case.
  public var attributes: [BundleAttribute]

  /// The object of another document that this object is an instance of; nil for an object that the scene itself
  /// contains.
  public var source: Source?

  /// Creates an object with its attributes.
  public init(id: String, className: String, attributes: [BundleAttribute] = [], source: Source? = nil) {
    self.id = id
    self.className = className
    self.attributes = attributes
    self.source = source
  }

  /// An object of a document that the scene includes.
  public struct Source: Hashable, Sendable {
    /// The path of the document that stores the object, as in ``RuntimeBundle/sources``.
    public var file: String

    /// The object's id in the document at `file`.
    public var object: String

    /// Records an object by its document and its id.
    public init(file: String, object: String) {
      self.file = file
      self.object = object
    }
  }
}

/// An attribute of a ``BundleObject``: the key path, type and value of a property.
public struct BundleAttribute: Hashable, Sendable {
  /// The property's name, or the path to a property of a part: `layer.cornerRadius`.
  public var keyPath: String

  /// The type of the property, which is known even if the value is nil.
  public var type: PropertyType

  /// The value; nil for a property that is explicitly unset.
  public var value: PropertyValue?

  /// The class of the extension that adds the property, such as `ViewLayers`; nil for a property of the object's own
  /// class.
  public var extensionName: String?

  /// True for a runtime attribute, whose key path no class declares.
  public var isRuntime: Bool

  /// The bound setting that supplied the value when the bundle was written; nil for a value of the scene.
  public var setting: Setting?

  /// A setting to which a property is bound.
  public struct Setting: Hashable, Sendable {
    /// The key of the setting, such as `user.size`.
    public var key: String

    /// The file that sets the value: a path relative to the scene's folder, or a path that begins with
    /// `$XDG_CONFIG_HOME` for the user's own file; nil if no file sets it.
    public var file: String?

    /// The name of the transformer that converts the setting's value to the property's, prefixed with its plugin's
    /// name; nil if the value is not converted.
    public var transformer: String?

    /// Records the key of a setting and the origin of its value.
    public init(key: String, file: String?, transformer: String? = nil) {
      self.key = key
      self.file = file
      self.transformer = transformer
    }
  }

  /// Makes an attribute. A value whose type differs from `type` is refused only when the bundle is applied.
  public init(
    keyPath: String, type: PropertyType, value: PropertyValue?, extensionName: String? = nil, isRuntime: Bool = false,
    setting: Setting? = nil
  ) {
    self.keyPath = keyPath
    self.type = type
    self.value = value
    self.extensionName = extensionName
    self.isRuntime = isRuntime
    self.setting = setting
  }
}
