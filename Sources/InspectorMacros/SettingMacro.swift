import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Setting`, which declares a setting of the plugin and makes a property that reads it.
///
/// `@Setting(options: ["light", "dark"]) var theme = "light"` in `Gauge` adds this function to the class, and the accessor
/// `get { setting("theme", default: "light") }` to the property:
/// ```swift
/// private static func _declare_theme(in list: inout InspectorKit.PropertyDeclarations) {
///   list.setting("theme", of: Gauge.self, .init(options: ["light", "dark"]), get: { $0.theme })
/// }
/// ```
struct SettingMacro: PeerMacro, AccessorMacro {
  /// Disabled, because reformatting would move the lines that `#sourceLocation` refers to.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let component = context.component(marked: attribute) else { return [] }
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.report(.notAProperty(attribute), at: attribute)
      return []
    }
    // The compiler refuses an accessor macro on a declaration of several variables, with an error at each of them.
    guard let setting = Property(variable) else { return [] }
    guard context.report(setting.problemsAsSetting(markedBy: attribute)) else {
      return setting.registration(nil, of: component, in: context)
    }
    let isPersonal = { (argument: String) in argument.hasPrefix("personal:") }
    let given = attribute.arguments(helpFrom: variable)
    let metadata = given.filter { !isPersonal($0) }.joined(separator: ", ")
    let arguments = (metadata.isEmpty ? [] : [".init(\(metadata))"]) + given.filter(isPersonal)
    let get = "{ $0.\(setting.spelling) }"
    if let problem = setting.problemIfNotInspectable {
      return setting.registration("setting", of: component, unless: problem, arguments, get: get, set: nil, in: context)
    }
    return setting.registration("setting", of: component, arguments + ["get: \(get)"], in: context)
  }

  static func expansion(
    of attribute: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let setting = declaration.as(VariableDeclSyntax.self).flatMap(Property.init),
      setting.binding.accessorBlock == nil, setting.variable.bindingSpecifier.tokenKind == .keyword(.var)
    else { return [] }
    let component = context.lexicalContext.first?.as(ClassDeclSyntax.self)
    guard component?.isMarked("Component") == true, setting.problemsAsSetting(markedBy: attribute).isEmpty else {
      // Without a getter, the compiler reports a second, less helpful error. This one never runs, since the mistake is an
      // error that ends the compilation.
      return ["get { Swift.fatalError() }"]
    }
    let value = setting.binding.initializer?.value.trimmedDescription ?? "nil"
    return ["get { setting(\(literal: setting.name), default: \(raw: value)) }"]
  }
}

extension Property {
  /// Returns all mistakes that prevent the property from being a `@Setting`, as far as syntax shows them.
  fileprivate func problemsAsSetting(markedBy attribute: AttributeSyntax) -> [Problem] {
    for other in ["Inspectable", "Part"] where variable.isMarked(other) {
      return [Problem(.settingAndValue(name, other), at: nameToken)]
    }
    var problems = problemsOfAnyKind(of: "Setting")
    if variable.bindingSpecifier.tokenKind == .keyword(.let) {
      let keyword = variable.bindingSpecifier
      problems.append(Problem(.constantSetting(name), at: keyword, fix: .makeVariable(keyword)))
    }
    if isOverride { problems.append(Problem(.overriddenSetting(name), at: nameToken)) }
    if let accessors = binding.accessorBlock {
      problems.append(Problem(.settingWithAccessors(name), at: accessors))
    } else if binding.initializer == nil, !isOverride, type?.isOptional == false {
      problems.append(Problem(.settingWithoutDefault(name), at: nameToken))
    }
    return problems + typeProblems + attribute.argumentProblems(of: self)
  }
}
