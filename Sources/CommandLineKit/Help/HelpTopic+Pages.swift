// swift-format-ignore-file
// Written by '.ci/help-topics --write', from the articles in 'Documentation'; edit those.

extension HelpTopic {
  /// All topics, in the order in which help lists them.
  package static let all: [HelpTopic] = [
    HelpTopic(
      name: "selectors", summary: "How to pick objects by id, class, value and place.", articles: ["Selectors"],
      text: ##"""
        A selector says which objects you mean. It is written as in CSS:

            $ inspector find card.json 'StarView, #volume'
            ID      CLASS       TITLE
            badge   StarView    The badge
            volume  SliderView
            $ inspector find card.json '#skills > :kind(View)[frame.width>200]' \
            >   --columns frame.width
            ID    CLASS        frame.width
            tags  TagListView  288
            $ inspector find --recursive scenes 'CosmosView[rating>=4]' --columns rating
            SCENE                      ID       CLASS       TITLE    rating
            scenes/reviews.scene.json  service  CosmosView  Service  4.5

        Put every selector in single quotes unless it is a plain class name: '#', '*', '>', '[', '(' and others have a special meaning in a system shell.

        ## Objects
        |selector	matches
        |StarView	objects of this class, not of its subclasses
        |:kind(View)	objects of this class and of its subclasses
        |#badge	the object with this id; '#"a b"' if the id has spaces
        |*	every object
        |A B	every 'B' inside an 'A'
        |A > B	every 'B' that is a child of an 'A'
        |A + B, A ~ B	the next sibling 'B'; every later sibling 'B'
        |A, B	every 'A' and every 'B'

        In 'set', 'edit' and 'find', a bare word is a class. Commands that take one object ('show', 'get', 'why', 'tree', and 'cd' and '--in' in the shell) treat 'badge' and '#badge' alike. An id may begin with a dash ('show card.json -1'); if an option has the same name, put '--' before the id.

        ## Conditions on values
        A condition in brackets compares the effective value, which is what the component makes of the stored one. 'stored(…)' compares the value in the file:

            $ inspector find card.json '[value>=10]' --columns value,'stored(value)'
            ID      CLASS       value  stored(value)
            volume  SliderView  10     12
            $ inspector find card.json '[backgroundColor=ivory]' --columns backgroundColor
            ID      CLASS            TITLE       backgroundColor
            card    View                         #FFFFF0FF
            skills  PassthroughView  The skills  #FFFFF0FF
            $ inspector find card.json '*[text^="Ada"], [title="follow" i]'
            ID      CLASS       TITLE
            name    LabelView   "Ada Lovelace"
            follow  ButtonView  "Follow"

        |condition	is true if
        |[pointCount=5], [pointCount!=5]	the values are equal; differ
        |[alpha<1], <=, >, >=	the number or text is less than this; at most, greater than, or at least this
        |[frame.width>100]	a number of a point, size or rectangle is compared
        |[text^="Sub"], [text$="."], [text*="a"]	the text begins with, ends with, or contains this
        |[text="ok" i]	the same, ignoring the case of ASCII letters
        |[text~="ok"], [notches~=Long]	the text has this word; the number has this flag
        |[tag]	a value is stored; '[frame.x]' tests this for one number
        |[stored(alpha)<1]	the stored value is compared, whatever hooks make of it

        A comparison with a value that is unset is false, whatever the operator. A colour with 8 bits per component (hex digits, a name, 'rgb()' of whole numbers) is compared at that precision, which is what tables show; any other colour is compared exactly. '[stored(…)]' also finds invalid stored values: it compares those of the right type as usual, and all others by their JSON.

        '[id^=segue]', '[name*="Card"]' and '[class$=View]' compare the object's own id, name and class, unless its class has a property of that name.

        ## Pseudo-classes
        |pseudo-class	matches objects
        |:modified	that store a value other than the default
        |:unset(title)	that store 'null' for the property; an object that stores nothing does not match
        |:text("rate us")	with an id, name or texts that contain these words; if the class declares which texts are searched, only in these
        |:not(…); :is(…) or :where(…)	that do not match; that match one of the selectors
        |:has(> SliderView)	that contain an object matched by the selector in parentheses
        |:references(#gate); :related(#gate)	with a property or a constraint that refers to an object matched by the selector; that are related to such an object in either direction, by the properties that their class declares, or else by all references
        |:instance, :from(card.json#badge), :overridden, :authored	for other documents: placeholders; placeholders of that document or object; objects with overrides; objects not supplied by templates
        |:first-child, :last-child, :nth-child(2n+1)	at this place among their siblings

            $ inspector find card.json ':has(> CosmosView)'
            ID      CLASS            TITLE
            skills  PassthroughView  The skills
            $ inspector find card.json '#card > :nth-child(2n+1):not(LabelView)'
            ID      CLASS          TITLE
            bar     NavigationBar  The bar
            volume  SliderView

        Pseudo-classes may be written in upper or lower case. Ids, classes and quoted texts accept the escapes of CSS ('#\31 a', '#a\"b'), and quoted texts also those of JSON; '/* … */' is a comment. An id ends at a space or at one of '> , [ :'.

        ## Names of properties
        Every command accepts the same names for a property: its name ('frame'), its label ('Corner Radius'), its key path ('layer.cornerRadius') or a former name. The components of a value are named in the same way ('frame.x', 'Frame.X').

        If a scene stores one property under several names, the property's own name wins or, if that is not stored, the name that is declared first; 'check' reports the others. 'reset' of the property removes all of them; 'reset' of a name that does not win removes that one alone. For a property that no plugin declares, commands that read it print the stored value, with a note.

        A name that neither the scene nor any plugin knows is an error, with a suggestion: a similar name, or ':text("words")' if an object has a title with these words. In a list of alternatives, separated by commas, it is only a warning:

            $ inspector find card.json 'StarVeiw, #badge'
            card.json: warning: unknown class 'StarVeiw'; did you mean 'StarView'?
              |     StarVeiw, #badge
              |     ^
            ID     CLASS     TITLE
            badge  StarView  The badge
        """##),
    HelpTopic(
      name: "values", summary: "What you type for a property, and what is stored.", articles: ["Values"],
      text: ##"""
            $ inspector set -n card.json '#badge' \
            >   starColor=gold 'Shadow Offset=2x2' pointCount+=1
            card.json
              badge  StarView
                starColor: "#FFCC00" → "gold"
                shadowOffset: (default) → {"width":2,"height":2}
                pointCount: 5 → 6
            card.json: 1 of 1 object would be changed

        ## The eight types
        |type	typed as	stored as
        |Int	12	12
        |Double	0.5	0.5
        |Bool	yes, no, on, off, true, false	true
        |String	text	"text"
        |Color	#3366FF, tomato, rgb(51 102 255 / 50%)	a text, or an object of components
        |Point	10,20	{ "x": 10, "y": 20 }
        |Size	100x50	{ "width": 100, "height": 50 }
        |Rect	10,20 100x50	{ "x": 10, "y": 20, "width": 100, "height": 50 }

        A property may be optional; it can then be unset. It may have a range, or options: values to choose from, such as 'horizontal' and 'vertical'. You can also type an option by its label, in upper or lower case. An enumeration is a String or an Int with options. Flags are the named bits of an Int: 'Round|Long'.

        'inspector plugin describe StarView' lists the properties of a class with their limits; 'show --long' lists them with the values of an object.

        ## Stored, effective, default
        A scene stores what a person set, and nothing that a component computed. The effective value is what the component makes of the stored one. The component's hooks run on every edit, even in a dry run. They may warn, clamp a value, reject it with a reason, derive other values, or read values of the parent:

            $ inspector set -n card.json '#card' alpha=2 bigBorder=yes
            card.json
              card  View
                alpha: (default) → 2
                  note: 'View' makes it 1, not 2
                bigBorder: (default) → true
                  hook: layer.borderWidth: 0 → 5
                  hook: layer.borderColor: unset → #FF0000FF
            card.json: 1 of 1 object would be changed

        The hook of 'alpha' clamps it: 2 is stored, and 1 takes effect; 'inspector why card.json card.alpha' then explains the 1. 'bigBorder' is a property that an extension adds: its setter writes a border, which takes effect but is never stored. The program recreates components on every change, so no value from an earlier edit is left behind: when you switch 'bigBorder' off, the border that the scene stores is back.

        Three commands change what is stored:

        |command	file	effect
        |set … backgroundColor=red	the value	your value
        |unset … backgroundColor	null	no value, even if there is a default; for optional properties only
        |reset … backgroundColor	the key is removed	the default of the class

        ## Arithmetic
        '+=', '-=', '*=' and '/=' start from the effective value. With a name such as 'frame.x' they change one number of a point, size or rectangle and leave the others alone. A result that the type cannot hold, such as a fraction in an Int, is refused:

            $ inspector set -n card.json '#badge' tag+=0.5
            card.json:23:9: error: 'tag' would become 0.5, but an Int has no fraction
                        {
                        ^
            card.json: nothing was changed

        On an Int, arithmetic is exact. On a Double, it is decimal where possible, so that 0.1 plus 0.2 is 0.3; 'inspector help set' has the exact rule.

        ## What is refused
        A refused edit changes nothing in its scene. The message says how to fix it:

            $ inspector set card.json '#badge' starColor=tomatoe
            card.json: 'starColor': unknown colour 'tomatoe'; did you mean 'tomato'?
            card.json: nothing was changed
        """##),
    HelpTopic(
      name: "colours", summary: "How colours are written, and named in palettes.", articles: ["Values"],
      text: ##"""
        ## Colours
        Write colours as in CSS Color 4: hex digits, names, 'rgb()', 'hsl()', 'hwb()', 'lab()', 'lch()', 'oklab()', 'oklch()', 'color(srgb …)' and 'color(display-p3 …)'. The program converts them to sRGB. It clips a colour outside sRGB, with a warning; as in CSS, it clamps 'rgb()' and 'hsl()' silently.

        A new colour keeps the form of the stored one where possible: if the scene stores hex digits or components, and that form can hold the new colour, the form stays. Otherwise the colour is stored as you typed it, if scenes may use that form (hex digits, names, 'rgb()', 'hsl()', without comments and escapes). If not, it becomes '#RRGGBBAA' if that is exact, or else components.

        Tables print colours as '#RRGGBBAA', with '≈' before one that eight bits per component cannot hold exactly. You may type that sign too: '≈#3D424E' is '#3D424E'.

        ## Palettes
        A scene may name colours in its 'palette'. When you change the colour of a name, it changes in all attributes that use the name, and hooks run as in any edit:

            $ inspector palette list card.json
            NAME   STORED     COLOR      USES  NOTE
            brand  "#3366FF"  #3366FFFF  2
            paper  "ivory"    #FFFFF0FF  1
            $ inspector palette set -n card.json paper=tomato
            card.json
              palette
                paper: "ivory" → "tomato"
              card  View
                backgroundColor: #FFFFF0FF → #FF6347FF ("paper")
                  hook: skills.backgroundColor: #FFFFF0FF → #FF6347FF
            card.json: 'paper' would be changed (used by 1 attribute)
            $ inspector palette rename card.json brand accent
            card.json: renamed 'brand' to 'accent' (used by 2 attributes)

        - 'palette extract card.json gold=#FFCC00' names a stored colour wherever it is stored. 'palette remove' refuses names in use that no palette document has.
        - A name is looked up in the scene's palette, then in its palette documents, in those of templates, and in CSS. Case counts. No name refers to another one.
        - 'palette set' adds a new name, and a palette if the scene has none; in many scenes, only with '--add'. It reports a name that nothing uses.
        - Without '--in', all take many scenes ('palette list --recursive scenes'); those that edit take '-n' and '--exit-code', and can be script steps.
        - Scenes can share a palette document: '{"format": "inspector-palette/1", "colors": {"brand": "#3366FF"}}'. A scene names it in 'palettes', an array of paths relative to the scene, inside its workspace: the nearest folder with '.inspector', else with '.git', else the scene's own. 'check' reports missing, wrong and hidden names. 'palette set --in brand.palette.json brand=gold' changes the document; open scenes follow. 'palette rename --in' renames a colour in all scenes.

        Files of other programs get colors by name from palettes in '.inspector/palettes'.
        """##),
    HelpTopic(
      name: "scenes", summary: "What a scene is, and how to name one or many.", articles: ["FirstTenMinutes", "ManyScenesAndCI"],
      text: ##"""
        ## A scene
        A scene is a JSON document of objects. Each object has an id, a class, and attributes; it may have a name, children, and constraints. The classes come from plugins, which declare the properties that can be inspected and run code when a property changes. 'badge.json':

            {
              "format": "inspector-scene/1",
              "plugins": { "Shapes": ">=1.0" },
              "palette": { "brand": "#3366FF" },
              "objects": [
                { "id": "badge", "class": "StarView", "name": "The badge",
                  "attributes": { "starColor": "brand", "pointCount": 5 } }
              ]
            }

        'plugins' names the plugins that the scene needs; 'palette' gives names to colours. 'inspector new FILE' writes a scene to start from, and 'inspector schema' prints a JSON Schema for your editor.

        ## Name the scenes
        |written as	means
        |a.json b.json, scenes/*.json	files; your system shell expands the pattern
        |'scenes/**/*.json'	a pattern in quotes, which 'inspector' expands
        |--recursive scenes	all '*.scene.json' in this folder and below it; notes at the end count scenes with other names, and JSON files of no known format. Documents of other formats are taken, too
        |--recursive='*.json' scenes	the same with another pattern, which may be repeated; --matching '*.json' has the same effect
        |--files-from list.txt, --files-from -	a list in a file, or from standard input; add '--null' for the output of 'find -print0'

        Each file is used once, in the order given on the command line. The matches of a pattern or folder are sorted by the bytes of their paths.

        '--jobs N' processes N scenes at once, by default one more than there are cores; N makes no difference to the output or the files. If a scene fails, the command reports that and goes on with the others ('--keep-going'); with '--fail-fast' it touches no later scene:

            $ echo oops > scenes/broken.scene.json
            $ inspector set --recursive scenes StarView pointCount=6
            scenes/broken.scene.json:1:1: expected a value, found 'oops'
                oops
                ^
            scenes/reviews.scene.json: 1 of 1 object changed
            scenes/settings.scene.json: 1 of 1 object changed
            inspector: nothing matches in 1 of 4 scenes: scenes/sign-in.scene.json
            SCENES  OUTCOME                          EXIT
                 2  changed
                 1  unchanged
                 1  failed: the document is invalid  65
            $ rm scenes/broken.scene.json

        Each scene is changed as a whole, or not at all. Ctrl-C ends the work at once, even in the middle of a scene, which stays as it was; the last message says how many scenes were written.

        ## Results of several scenes
        '--ndjson' prints a line of JSON for each scene as soon as the scene is done; '--json' prints one document at the end; see JSON output (Documentation/JSONOutput.md).

        If all scenes end with the same exit code, the command does too; otherwise it exits with 1. Under '--exit-code', as with POSIX 'diff', 1 wins over 0, and any other mix of codes gives 2. See Exit codes (Documentation/ExitCodes.md).
        """##),
    HelpTopic(
      name: "templates", summary: "How a scene shows objects of other documents.", articles: ["Instances"],
      text: ##"""
        A scene can show objects of other documents, as Unity's prefabs or Godot's inherited scenes do. A change to the other document shows in every scene that uses it. This document has a button, 'buttons.scene.json':

            {
              "format": "inspector-scene/1",
              "palette": { "brand": "#3366FF" },
              "objects": [
                {
                  "id": "primary", "class": "View",
                  "attributes": { "frame": { "x": 0, "y": 0, "width": 100, "height": 40 }, "backgroundColor": "brand" },
                  "children": [
                    { "id": "icon", "class": "StarView", "attributes": { "starColor": "gold", "pointCount": 5 } },
                    { "id": "title", "class": "LabelView", "attributes": { "text": "OK" } }
                  ]
                }
              ]
            }

        An object with a 'ref' is a placeholder: it stands for the object that the 'ref' names, the template, with everything in it. The command 'add page.scene.json buttons.scene.json#primary --id save' makes one. This scene shows the button twice, 'page.scene.json':

            {
              "format": "inspector-scene/1",
              "objects": [
                { "id": "save", "class": "View", "ref": "buttons.scene.json#primary" },
                { "id": "cancel", "class": "View", "ref": "buttons.scene.json#primary", "overrides": { "title": { "text": "Cancel" } } }
              ]
            }

        All commands see the whole; 'show --layers' also shows what each document says. Ids inside a placeholder begin with the placeholder's id:
            $ inspector tree page.scene.json
            save  View
              save/icon  StarView
              save/title  LabelView  "OK"
            cancel  View
              cancel/icon  StarView
              cancel/title  LabelView  "Cancel"
            $ inspector why page.scene.json cancel/title.text
            cancel/title.text  Text  String
              default    'LabelView' declares the default ""
              template   the template stores "OK"  (buttons.scene.json:10:72)
              file       the object stores "Cancel"  (page.scene.json:5:111)
              effective  the value is "Cancel"

        ## Where values come from
        - The placeholder's own 'attributes' replace those of the template's outermost object. It keeps its own 'id' and 'name', and its 'children' come last. Its 'constraints' take the place of those of that object, and so do its 'runtimeAttributes', as a whole, if it has any.
        - 'overrides' replace attributes of the objects inside, by their ids in the template.
        - A template may contain placeholders. Each document's values win over those of the documents that it uses. If the template's outermost object is itself a placeholder, the template is a variant of that placeholder's template, and the ids of objects inside stay the same.
        - Colours of the template's palettes have their names in the scene, whose own palettes win. Where two templates write a name as different colours, and the scene's palettes lack it, the name is refused ('palette.disputed') in values, edits and selectors.
        - Constraints and references in a placeholder look for objects in it first.

        ## Edits
        An edit writes the scene; with '--in-template', 'set', 'unset' and 'reset' write the template's document instead, and say how many scenes use it. A value of an object inside a placeholder becomes an override; 'reset' removes it, and the template's value shows again:

            $ inspector set page.scene.json '#save/icon' starColor=tomato
            page.scene.json: 1 of 1 object changed
            $ grep '"save"' page.scene.json
                { "id": "save", "class": "View", "ref": "buttons.scene.json#primary", "overrides": { "icon": { "starColor": "tomato" } } },
            $ inspector reset page.scene.json '#save/icon' starColor
            page.scene.json: 1 of 1 object changed

        'overrides list' lists what the scene replaces. 'overrides revert' removes overrides of one property, or of an object and everything inside it, existing or not, apart from the placeholder's own 'frame' and 'position'. 'overrides apply' stores them in the template's document, so that every scene that uses it shows them:

            $ inspector overrides list page.scene.json
            OBJECT        PROPERTY  SCENE     TEMPLATE  NOTE
            cancel/title  text      "Cancel"  "OK"
            $ inspector overrides apply page.scene.json cancel/title.text
            buttons.scene.json: 1 of 1 object changed; 1 scene uses it
            page.scene.json: 1 of 1 object changed
            SCENES  OUTCOME
                 2  changed

        The objects inside a placeholder cannot be added, moved, removed or renamed there; do that in the template's document. 'unpack' replaces a placeholder with the objects for which it stands. They keep the ids of the template where those are free, and references and colours are updated:

            $ inspector remove page.scene.json '#save/icon'
            page.scene.json: 'save/icon' belongs to the template of 'save', so it cannot be removed here; edit the template's document instead
            page.scene.json: nothing was changed
            $ inspector unpack page.scene.json save
            page.scene.json: 3 objects inserted ('save' and 2 more), 3 removed
            $ inspector tree page.scene.json
            save  View
              icon  StarView
              title  LabelView  "Cancel"
            cancel  View
              cancel/icon  StarView
              cancel/title  LabelView  "Cancel"

        'extract' does the reverse: it moves an object into a document of its own, new or existing, and puts a placeholder in its place. The scene shows the same objects and values, with new ids inside the placeholder:
            $ inspector extract page.scene.json icon -o icons.scene.json#gold
            icons.scene.json: 1 object inserted ('gold')
            page.scene.json: 1 object inserted ('icon'), 1 removed
            SCENES  OUTCOME
                 2  changed

        If other scenes of the workspace name an object, 'rename' of one scene changes these scenes, too. The program refuses other edits that rename or remove it, unless you add '--leave-dependents'; a shell lists the scenes. A command that writes several files for one edit writes all of them or none, and so does '--single-transaction' for all scenes of a command. If such a command is killed halfway, the next command that opens one of the files finishes the work.

        A command that edits a template and scenes that use it edits the template first, and values that come from it only there: 'pointCount*=2' is applied once. If the template is refused, the scenes stay as they are. 'replace' and 'upgrade' change only what the scene itself stores; with '--authored', so do other edits. An open shell shows a changed template at once. Scenes are compared and merged by object and property, overrides too: 'cancel/title.text'.

        Selectors (Documentation/Selectors.md) explains ':instance', ':from(buttons.scene.json#primary)', ':overridden' and ':authored'.
        """##),
    HelpTopic(
      name: "scripts", summary: "Edits in files: edit scripts, and scripts of the shell.", articles: ["EditScripts", "Shell"],
      text: ##"""
        An edit script is a JSON document of steps. It is applied as one edit: in each scene either all steps take effect, or none. With '"in": "template"' beside 'steps', its 'set' steps change the documents of templates, as 'set --in-template' does.
            $ cat fix.json
            {
              "$schema": "../Schemas/edit-script.schema.json",
              "format": "inspector-edit/1",
              "steps": [
                { "expect": { "select": "#badge", "values": { "pointCount": 5 } } },
                { "duplicate": "#badge", "as": "second" },
                { "select": "#second",
                  "set": { "frame.x": { "subtract": 64 }, "starColor": "silver" } },
                { "select": "StarView", "set": { "pointCount": 6 } },
                { "move": "#name", "into": "#card", "at": "last" }
              ]
            }
            $ inspector edit -n card.json --script fix.json
            card.json
              + second  StarView  in 'card' at 2
                frame.x: 248 → 184
                starColor: "#FFCC00" → "silver"
                pointCount: 5 → 6
              name  LabelView
                moved: 'card' at 2 → 'card' at 6
              badge  StarView
                pointCount: 5 → 6
            card.json: 1 object would be changed, 1 inserted, 1 moved

        Review it, then run it without '-n'. A second run finds that the scene is no longer as expected, and changes nothing:

            $ inspector edit card.json --script fix.json
            card.json: 1 object changed, 1 inserted ('second'), 1 moved
            $ inspector edit card.json --script fix.json
            card.json:27:124: error: 'badge.pointCount' is expected to be 5, but is 6
                …: 56, "height": 56 }, "starColor": "#FFCC00", "pointCount": 6 }
                                                                             ^
            fix.json:5:65: in step 1, /steps/0/expect/values/pointCount
                …{ "expect": { "select": "#badge", "values": { "pointCount": 5 } } },
                                                                             ^
            card.json: nothing was changed

        'edit' takes scenes, '-n', '--stat', '--exit-code', '-o FILE' and '--json' as 'set' does; see Many scenes and CI (Documentation/ManyScenesAndCI.md). '--script -' reads the script from standard input. The schema lets an editor complete and check a script.

        ## Steps
        Each step sees the results of the steps before it.

        |step	does
        |{ "select": "StarView", "set": { "pointCount": 6 } }	sets values; also '"unset": ["tintColor"]' and '"reset": ["alpha"]'
        |{ "run": "clear", "select": "CosmosView" }	runs an action that the components declare; 'show' lists them, and 'inspector run' runs one without a script
        |{ "insert": { "id": "new", "class": "StarView" }, "into": "#card" }	inserts an object, or a list of objects
        |{ "remove": "#old" }	removes objects with their descendants
        |{ "unpack": ":from(buttons.json)" }	replaces placeholders with the objects for which they stand
        |{ "duplicate": "#badge", "as": "second" }	copies objects with their descendants
        |{ "move": "LabelView", "into": "#card", "at": "first" }	moves objects with their descendants
        |{ "rename": "#badge", "to": "medal" }	changes an id
        |{ "setClass": "#follow", "to": "LabelView" }	changes a class; the attributes must be valid for it
        |{ "setName": "#badge", "to": "The medal" }	changes the human-readable name; 'null' removes it
        |{ "renameProperty": "strokeWidth", "to": "lineWidth", "select": "*" }	changes a key, even one that no plugin knows
        |{ "replace": "#FFCC00", "with": "tomato" }	replaces a stored value everywhere; also 'select', 'type' and 'properties'
        |{ "upgrade": "*" }	replaces former names, former stored forms and former values of options with the current ones
        |{ "setConstraint": "#badge", "to": { "attribute": "top", "to": "parent.top" } }	adds or replaces a layout constraint; '{ "removeConstraint": "#badge" }' removes all of them, or the one named by '"constraint"'
        |{ "bind": "#badge", "property": "pointCount", "to": "user.points" }	binds a property to a setting; '{ "unbind": "#badge", "property": "pointCount" }' removes the binding
        |{ "updateFrames": "#badge" }	stores the frame that layout computes
        |{ "palette": { "set": { "brand": "#0A7D5A" } } }	changes the palette; also 'extract', 'rename' and 'remove'
        |{ "expect": { "select": "#badge", "values": { "pointCount": 5 } } }	changes nothing, but refuses the edit if the scene is not as stated

        To say where an object goes, write 'into' with an object and optionally 'at' with '"first"', '"last"' or a number; or write only 'at', with '{ "before": "#badge" }' or '{ "after": "#badge" }'. Every step may have a 'comment'.

        ## Values
        A value is JSON, as in scenes. An object with one of these keys has a special meaning:

        |value	means
        |{ "add": 8 }, subtract, multiply, divide	arithmetic on the effective value, as '+=' does; on flags, 'add' sets and 'subtract' clears the bits that you give by name or as a number
        |{ "typed": "10,20 100x50" }	a value as you would type it; see Values (Documentation/Values.md)
        |{ "exact": "#FF8800" }	a value that is stored exactly as given, even if the old one has another form

        A key with a type, '"layer.zPosition:Double": 4', adds a runtime attribute, which no class declares.

        ## Expectations
        'expect' makes a script safe for scenes that you have not seen. It can state 'count', 'class', 'name', 'parent', 'index', 'children', stored 'values', 'absent' properties, all 'attributes', 'effective' values, 'bindings', and colours of the 'palette'. Without 'count', at least one object must match, even with '--allow-empty'. The script 'palette.edit.json', for example, expects the palette's 'brand' to be '#3366FF', and then changes it:

            $ inspector edit -n --recursive scenes --script palette.edit.json --stat
            scenes/reviews.scene.json: 2 colours of the palette would be changed
            scenes/settings.scene.json: 2 colours of the palette would be changed
            scenes/sign-in.scene.json: the palette colour 'brand' is expected to be "#3366FF", but is missing
            palette.edit.json:5:91: in step 1, /steps/0/expect/palette/brand
                …s the old brand colour.", "expect": { "palette": { "brand": "#3366FF" } } },
                                                                             ^
            scenes/sign-in.scene.json: nothing was changed
            3 scenes: 4 colours of the palette would be changed
            SCENES  OUTCOME           EXIT
                 2  would be changed
                 1  refused           1

        The third scene has no such colour, so it stays as it is, while the others would be changed. The message points to the step in the script.

        ## Scripts
        Commands can also come from '-c', from a file ('--script FILE'), or from standard input:

            $ printf '%s\n' 'find LabelView' 'set fontSize=30' \
            >   'add StarView --in skills' | inspector shell card.json
            ID    CLASS      TITLE
            name  LabelView  "Ada Lovelace"
            name  LabelView
              fontSize: 24 → 30
            + star  StarView  in 'skills' at 2
            card.json: not saved: 2 changes discarded; end with 'save', or with 'quit --discard'

        A script ends at the first command that fails, unless '--no-stop-on-error' is given. Unsaved changes at its end are an error. With '--single-transaction', either all commands take effect and their changes are saved, or none do.

        After 'record FILE', the shell writes every command that succeeds to that file. 'save-script FILE' writes those of the session so far, and 'source FILE' runs such a file. 'save-patch FILE' writes the unsaved changes as an edit script for other scenes.

        Quoting is as in POSIX shells, including $'\xff'. A comment begins with '--'; before an option-like word, '#' or a quote, '--' ends the options.
        """##),
    HelpTopic(
      name: "exit-codes", summary: "What a script learns from a command.", articles: ["ExitCodes"],
      text: ##"""
        Scripts read the exit code; people read the message.

            $ inspector check card.json; echo "exit code $?"
            1 scene, 11 objects: 0 errors, 0 warnings
            exit code 0
            $ inspector set card.json '#badge' pointCount=2; echo "exit code $?"
            card.json: 'pointCount' cannot be 2; its range is 3…64
            card.json: nothing was changed
            exit code 1
            $ inspector get nowhere.json a.b; echo "exit code $?"
            nowhere.json: no such file; check the path
            exit code 66

        ## All of them
        |code	means	what to do
        |0	done
        |1	'check' found errors; a value, a name or an edit was refused; a selector matched nothing; under '--exit-code': something differs, and nothing went wrong	read the message; unless '--exit-code' or '--skip-refused' was given, nothing was changed in that scene
        |2	under '--exit-code': something was refused (even with '--skip-refused'), or a selector matched nothing and '--allow-empty' was not given	read the message
        |64	the command line is not understood	run 'inspector COMMAND --help'
        |65	the document is invalid: not JSON, or not a scene, or the object in question needs a template that is missing, or a colour on which templates disagree; 'check' lists that among its errors, and exits with 1	the message gives the line and column
        |66	no such file	check the path
        |69	a plugin is missing, failed or crashed, and an edited object needs it or the answer depends on it ('get', 'why' or 'show' of that object, or a 'find' that compares it)	run 'inspector plugin doctor'
        |73	the output cannot be created, or a file of another kind is there	name another file
        |74	the output cannot be written: it is closed, full, or larger than 'ulimit -f' allows	free some space, or write elsewhere
        |75	another program changed the file in the meantime, or another edit held it for 5 seconds	try again
        |129, 130, 143	ended by SIGHUP, by Ctrl-C (SIGINT), by SIGTERM	run it again; the scene being edited was not changed

        The numbers from 64 to 75 are those of 'sysexits.h'. 'inspector COMMAND --help' lists the codes that a command can return.

        ## Refused, or not understood
        1 means that the scene or its components refused the command. 64 means that the program did not understand the command, and did not try it:

            $ inspector set card.json StarVeiw pointCount=6; echo "exit code $?"
            card.json: unknown class 'StarVeiw'; did you mean 'StarView'?
              |     StarVeiw
              |     ^
            card.json: nothing was changed
            exit code 1
            $ inspector set card.json StarView pointCount=6 --dry; echo "exit code $?"
            inspector: unknown option '--dry'; did you mean '--dry-run'?
            usage: inspector set <scene> ... <selector> <name>=<value> ... [options]
              See 'inspector set --help' for more information.
            exit code 64

        ## Nothing matched
        A selector that matches nothing is usually a mistake. So 'find', 'set', 'run', 'edit' and 'replace' return 1 if the selector, or that of a step of a script, matches in none of the scenes. If it matches in some scenes, the others are left alone. '--allow-empty' accepts a selector without matches:

            $ inspector set card.json '[pointCount>50]' pointCount=50; echo "exit code $?"
            card.json: the selector '[pointCount>50]' matches nothing; add '--allow-empty' if that is intended
            card.json: nothing was changed
            exit code 1
            $ inspector set card.json '[pointCount>50]' pointCount=50 --allow-empty; \
            > echo "exit code $?"
            card.json: the selector matches nothing
            exit code 0

        ## Does anything differ?
        With '--exit-code', every editing command ('set', 'edit', 'add', 'palette set' and so on) and 'render --diff' answers a question, usually with '--dry-run': 0 means that nothing differs, 1 that something does, and 2 that something went wrong. 'diff --exit-code' asks whether two files differ.

            $ inspector set -n card.json '#badge' pointCount=5 --exit-code; \
            > echo "exit code $?"
            card.json: nothing to change in 1 object
            exit code 0
            $ inspector set -n card.json '#badge' pointCount=6 --exit-code; \
            > echo "exit code $?"
            card.json
              badge  StarView
                pointCount: 5 → 6
            card.json: 1 of 1 object would be changed
            exit code 1
            $ inspector set -n card.json '#badge' pointCount=2 --exit-code; \
            > echo "exit code $?"
            card.json: 'pointCount' cannot be 2; its range is 3…64
            card.json: nothing was changed
            exit code 2

        ## Several scenes
        If all scenes end with the same exit code, the command does too; otherwise it exits with 1. Under '--exit-code', as with POSIX 'diff', 1 wins over 0, and any other mix of codes gives 2. If '--single-transaction' writes nothing, only the scenes that prevented it count. The table at the end of the output lists each outcome with its own code:

            $ echo oops > scenes/broken.scene.json
            $ inspector set --recursive scenes StarView pointCount=6; echo "exit code $?"
            scenes/broken.scene.json:1:1: expected a value, found 'oops'
                oops
                ^
            scenes/reviews.scene.json: 1 of 1 object changed
            scenes/settings.scene.json: 1 of 1 object changed
            inspector: nothing matches in 1 of 4 scenes: scenes/sign-in.scene.json
            SCENES  OUTCOME                          EXIT
                 2  changed
                 1  unchanged
                 1  failed: the document is invalid  65
            exit code 1

        With '--json', 'summary' has the same numbers, and each scene has its 'exitCode'.
        """##),
    HelpTopic(
      name: "plugins", summary: "Where plugins are found, and what they can do.", articles: ["Safety"],
      text: ##"""
        ## Plugins
        A plugin is a process of its own, so it does no harm if it crashes, hangs or prints stray output: the error names the plugin, the object and the property, and the file stays as it was. The process ends when the program ends, for whatever reason.

        |option	limits
        |--timeout 5	how many seconds a plugin may take for one object
        |--plugin-memory 4096	the megabytes of address space that a plugin may use; 0 for no limit
        |--plugin-threads 64	the threads that a plugin's process may have; 0 for no limit
        |--plugin-output	shows what plugins write to standard error
        |--safe-mode	searches for no plugins and runs none: every class is unknown, and you can see its objects as stored, but not edit them

            $ inspector show --safe-mode card.json badge
            card.json:25:20: warning: no plugin knows the class 'StarView'; 'badge' is shown as stored and not checked
                          "class": "StarView",
                                   ^
            badge  StarView  The badge
               PROPERTY    TYPE  STORED                                            EFFECTIVE  DEFAULT  NOTE
            Unknown
            *  frame             { "x": 248, "y": 60, "width": 56, "height": 56 }
            *  starColor         "#FFCC00"
            *  pointCount        6

        Opening a scene never runs code that was not installed. If a plugin that a scene names ('"plugins": { "Shapes": ">=1.0" }') is missing, that is an error; nothing is downloaded.

        ## Where plugins are found
        1. at '--plugin PATH', a file or a folder, whoever owns it;
        2. in the folders of '$INSPECTOR_PLUGIN_PATH';
        3. in your own folder, '$XDG_DATA_HOME/inspector/plugins', where 'plugin install' puts them;
        4. beside the program ('PREFIX/lib/inspector' where it is installed);
        5. in '.inspector/plugins' of the workspace of the working folder, where only files without code are used.

        A plugin in the places 2 to 4 runs only if the file, every folder above it and every link on the way belong to you or to root, and nobody else can write to them (one of the folders above may be a sticky folder that belongs to root, such as '/tmp'). If several plugins have the same name, the first is used. A file 'NAME.inspector-plugin.json' is a plugin made of data: it has no code at all.

        If a plugin is not used, 'plugin list' says why, and 'plugin doctor' says for each file which step fails and how to fix it. Its option '--scene FILE' also checks the plugins that a scene needs, and '--steps' also lists the steps that succeed. An example, 'inspector-plugin-broken':

            #!/usr/bin/env python3
            raise SystemExit("the licence is missing")

            $ inspector plugin doctor ./inspector-plugin-broken
            ./inspector-plugin-broken  (named by '--plugin')
              error    inspector-plugin-broken  not used
                ok       name: the name of a plugin
                ok       order: the first plugin of this name
                ok       file: a file that can be read
                ok       executable: it can be executed
                ok       owner: belongs to you; nobody else can change it or the folders above it
                ok       program: a script, which '…' interprets
                error    start: plugin 'broken' ended with exit code 1; its last output: the licence is missing
                       → inspector plugin doctor ./inspector-plugin-broken --plugin-output
            1 file: 0 used, 1 not used

        If a plugin failed to describe itself, 'inspector' tries it again when its file changes, when '--timeout' or '--plugin-memory' is raised, and whenever you run 'plugin list'.

        ## The sandbox
        A plugin runs in a sandbox, which is built from Landlock, seccomp and resource limits:

        - It can read its own file, the files that it lists as its resources, its libraries, its interpreter and the system's files. If 'plugin new' or 'plugin install' made its folder, it can read the whole folder.
        - It can write only to a folder of its own, which is removed when the plugin ends.
        - It can neither open network connections nor start programs, and of your environment it sees only the language, the time zone and 'PATH'.
        - It can test whether any file exists, and see its metadata, but not list the folders that it may not read.

        'plugin list' reports what the kernel lacks for this. If the kernel lacks anything, '--sandbox require' runs no plugin. '--sandbox off' gives plugins all your rights. The complete table is in What a plugin can and cannot do.
        """##),
    HelpTopic(
      name: "environment", summary: "Variables and files that are read.", articles: ["Environment"],
      text: ##"""
        ## Variables
        |variable	effect
        |INSPECTOR_PLUGIN_PATH	folders with plugins and with formats of other programs, as absolute paths separated by colons
        |INSPECTOR_COLOR, INSPECTOR_COLUMNS, INSPECTOR_RAW_NAMES, INSPECTOR_TIMEOUT, INSPECTOR_PLUGIN_MEMORY, INSPECTOR_PLUGIN_THREADS, INSPECTOR_SANDBOX, INSPECTOR_LABEL_WORDS, INSPECTOR_SCENE_DEPTH, INSPECTOR_SCENE_OBJECTS, INSPECTOR_SCENE_PIPE, INSPECTOR_SCENE_SIZE	settings for one process
        |INSPECTOR_PAGER, PAGER	the pager for long output of the shell; the first one that is set applies, and an empty value or 'cat' turns paging off
        |VISUAL, EDITOR	the editor of the shell's command 'editor'; the first one that is set applies, by default 'vi'
        |INSPECTOR_PREVIEW	'kitty' or 'blocks': how 'preview' draws on the terminal
        |NO_COLOR	without 'INSPECTOR_COLOR', turns colours off if it is set and not empty; '--color always' overrides it
        |COLUMNS	the width of the terminal, instead of what the terminal itself says
        |TERM, COLORTERM	no colours and no pager on a 'dumb' terminal; 24-bit colours with 'truecolor'
        |TMPDIR	the folder for temporary files, by default '/tmp'
        |PATH	where interpreters of plugins, 'less' and Graphviz's 'dot' are found
        |XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME	your folders, as absolute paths; by default '~/.local/share', '~/.config', '~/.local/state', '~/.cache'

        A sandboxed plugin sees only the language, the time zone and 'PATH'; its 'HOME' and 'TMPDIR' name a folder of its own: Safety and sandbox (Documentation/Safety.md).

        ## Files
        |file	is
        |$XDG_DATA_HOME/inspector/plugins	your own plugins, where 'plugin install' puts them, and your own formats
        |$XDG_CONFIG_HOME/inspector/settings.json	your settings; those of a workspace are in '.inspector/settings.json'
        |.inspector/plugins, .inspector/palettes	plugins without code and formats of a workspace, and colors by name for files of other programs
        |$XDG_CONFIG_HOME/inspector/shellrc	commands that a shell at a terminal runs first; '-X' skips them
        |$XDG_STATE_HOME/inspector/history	the lines typed at the prompt
        |$XDG_STATE_HOME/inspector/journal	unsaved edits of shells; 'recover' restores them
        |$XDG_STATE_HOME/inspector/plugin-folders	the folders that 'plugin new' and 'plugin install' made, which their plugins may read as a whole
        |$XDG_CACHE_HOME/inspector/plugins	cached descriptions of plugins, so that commands start faster; you may delete them at any time

        Apart from temporary files, nothing is written anywhere else, except to the files that a command names.
        """##),
  ]
}
