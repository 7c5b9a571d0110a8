/// The scene of a new plugin, and what `inspector show` prints of it.
enum ExampleScene {
  /// A scene with one object of the plugin's class, whose level is above its maximum where hooks can say so.
  static func text(_ name: PluginName) -> String {
    """
    {
      "format": "inspector-scene/1",
      "name": "\(name.label)",
      "plugins": { "\(name.typeName)": ">=0.1" },
      "objects": [
        { "id": "\(name.fileName)", "class": "\(name.typeName)",
          "attributes": { "caption": "Tank", "maximum": 80, "level": 60, "barColor": "#3366FF" } }
      ]
    }

    """
  }

  /// The golden file: what `inspector show --modified` prints.
  static func shown(_ name: PluginName) -> String {
    """
    \(name.fileName)  \(name.typeName)
       PROPERTY   TYPE    STORED   EFFECTIVE  DEFAULT    NOTE
    \(name.label)
    *  Caption    String  "Tank"   "Tank"     "Level"
    *  Maximum    Double  80       80         100
    *  Level      Double  60       60         50
    *  Bar Color  Color   #3366FF  #3366FFFF  #FF0000FF

    """
  }
}
