extension PythonTemplate {
  /// The part common to all Python plugins: messages and the component base class.
  static let protocolPart = #"""
    #!/usr/bin/env python3
    """A plugin of inspector in plain Python: nothing but the standard library.

    The first part speaks the worker protocol and knows no component; yours stand at the end.
    """

    import json
    import os
    import struct
    import sys

    # MARK: messages


    def serve():
        """Answers the host's requests until it closes the connection."""
        # What hooks print must not come between messages: it goes to standard error, and the messages to a descriptor of their own.
        requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)

        def send(message):
            raw = json.dumps(message, ensure_ascii=False).encode()
            replies.write(struct.pack("<I", len(raw)) + raw)
            replies.flush()

        while len(head := requests.read(4)) == 4:
            send(reply(json.loads(requests.read(struct.unpack("<I", head)[0])), send))


    class Transformer:
        """The form in which documents store values of a property with `storedAs` of its name: `decode` makes the value of a
        stored one, `encode` the reverse; both return None for what they cannot have."""

        def __init__(self, name, type, stored, decode, encode):
            self.name, self.type, self.stored, self.decode, self.encode = name, type, stored, decode, encode

        def describe(self):
            return {"name": self.name, "type": self.type, "stored": self.stored}


    def transformed(request):
        """The answer to a request to transform values, or None if there is no such transformer."""
        item = next((item for item in TRANSFORMERS if item.name == request["name"]), None)
        if item is None:
            return None
        transform = item.decode if request["direction"] == "decode" else item.encode

        def result(value):
            try:
                return transform(value)
            except (ValueError, TypeError, AttributeError):
                return None

        return [result(value) for value in request["values"]]


    def refusal(message):
        """The reason that a request cannot be answered, or None."""
        request = message.get("build")
        if request is None:
            return "a request holds 'describe', 'build' or 'transform'"
        kind = next((kind for kind in COMPONENTS if kind.__name__ == request["class"]), None)
        if kind is None:
            return f"the plugin '{NAME}' registers no '{request['class']}'"
        known = {item.name for item in kind.properties}
        named = request["properties"] + request.get("edits", []) + request.get("writes", [])
        return next((f"'{kind.__name__}' has no property '{name}'" for name in named if name not in known), None)


    def reply(message, send):
        """The answer to a request."""
        id = message["id"]
        if "transform" in message:
            values = transformed(message["transform"])
            words = f"the plugin '{NAME}' has no transformer '{message['transform']['name']}'"
            return {"id": id, "values": values} if values is not None else {"id": id, "error": {"code": "worker.request", "message": words}}
        if "describe" not in message:
            if reason := refusal(message):
                return {"id": id, "error": {"code": "worker.request", "message": reason}}
            return {"id": id, "rows": list(rows(id, message["build"], send))}
        lowest, highest = message["describe"]["protocol"]
        if not lowest <= 1 <= highest:
            words = f"the host speaks protocol versions {lowest} to {highest}, '{NAME}' speaks version 1"
            return {"id": id, "error": {"code": "plugin.version", "message": words}}
        return {"id": id, "description": {
            "format": "inspector-plugin/1", "name": NAME, "version": VERSION, "protocol": [1, 1],
            "components": [kind.describe() for kind in COMPONENTS],
        "transformers": [item.describe() for item in TRANSFORMERS],
        "settings": [item.describe() for item in dict.fromkeys(item for kind in COMPONENTS for item in kind.settings)],
        # 'inspector plugin check' names the classes that COMPONENTS lacks.
        "unlisted": [kind.__name__ for kind in Component.__subclasses__() if kind not in COMPONENTS]}}


    def rows(id, request, send):
        """The answers to all rows of a request to build: each is the values of one object."""
        kind = next(kind for kind in COMPONENTS if kind.__name__ == request["class"])
        properties, edited, above = request["properties"], request.get("edits", []), request.get("parent", [])
        written = request.get("writes", [])
        for place, row in enumerate(request["rows"]):
            def step(name):
                if request.get("trace"):
                    send({"id": id, "at": [place, name]})

            cells = iter(row)
            # `[]` is a key that is not there; as an edit it takes the key away, which is the same as the default here.
            stored = {name: cell for name, cell in zip(properties, cells) if cell != []}
            edits = {name: next(cells) for name in edited}
            edits = {name: next(i.default for i in kind.properties if i.name == name) if cell == [] else cell
                     for name, cell in edits.items()}
            # A parent's value has its type: {"Color": "#FF0000FF"}.
            parent = {name: next(cells) for name in above}
            parent = {name: cell and next(iter(cell.values())) for name, cell in parent.items() if cell != []}
            writes = {name: cell for name, cell in zip(written, cells) if cell != []}
            yield answer(kind, request, stored, edits, parent, writes, step)


    def answer(kind, request, stored, edits, parent, writes, step):
        """The effective values of one object."""
        kind = kind.with_settings(request.get("settings", {}))
        component, skipped = build(kind, stored, parent, step, writes)
        said = {"skipped": reasons(skipped)}
        if request["mode"] == "edit":
            said["before"] = differences(component, stored, skipped)
            said["refused"] = []
            for name, value in edits.items():
                step(name)
                try:
                    component.set(name, value)
                except Rejected as reason:
                    said["refused"] += reasons({name: str(reason)})
            stored = stored | edits
            component, skipped = build(kind, stored, parent, step)
            said["skipped"] = reasons(skipped)
        said |= {"effective": differences(component, stored, skipped), "warnings": component.warnings}
        return {key: value for key, value in said.items() if value}


    def reasons(skipped):
        return [{"property": name, "reason": reason} for name, reason in skipped.items()]


    # MARK: components


    def spaced(name):
        """`Tick Count` for `tickCount`."""
        words = "".join(" " + c if c.isupper() else c for c in name).strip()
        return words[:1].upper() + words[1:]


    class Rejected(Exception):
        """A hook refuses the value that was set."""


    class Property:
        """The description of a property: a name, a type, a default, and what else `inspector plugin describe --json` may have."""

        def __init__(self, name, type, default=None, **metadata):
            self.name, self.type, self.default, self.metadata = name, type, default, metadata
            self.depends_on = metadata.get("dependsOn", [])

        def describe(self, kind, value):
            """`value` is that of a new component."""
            entry = {"name": self.name, "label": spaced(self.name), "type": self.type,
                     "optional": False, "class": kind.__name__, "observed": True}
            return entry | self.metadata | ({} if value is None else {"default": value})


    class Setting:
        """A setting of the plugin, which users set under the key `plugins.NAME.SETTING`. Components read it as an attribute;
        `metadata` is what else `inspector plugin describe --json` may have."""

        def __init__(self, name, type, default, **metadata):
            self.name, self.type, self.default, self.metadata = name, type, default, metadata

        def describe(self):
            return {"name": self.name, "label": spaced(self.name), "type": self.type, "default": self.default} | self.metadata


    class Component:
        """Values are attributes. A method `did_set_NAME` is called when the host has set the property, `awake` after all."""

        label = None
        base = None
        properties = []
        reads_parent = []
        settings = []
        # How lists arrange the objects: {"sort": ["level:desc"], "group": "kind", "search": ["title"], "related": ["key"]}
        arrangement = None

        def __init__(self, parent):
            self.parent, self.warnings, self.current = parent, [], None
            for item in self.properties:
                if not item.metadata.get("readOnly"):
                    setattr(self, item.name, item.default)

        def set(self, name, value):
            self.current = name
            setattr(self, name, value)
            getattr(self, f"did_set_{name}", lambda: None)()
            self.current = None

        def awake(self):
            pass

        def warn(self, message):
            self.warnings.append({"message": message} | ({"property": self.current} if self.current else {}))

        @classmethod
        def ordered(cls):
            """The properties in order of declaration, each after those it depends on."""
            waiting, done = list(cls.properties), []
            while waiting:
                ready = next(item for item in waiting if not {other.name for other in waiting} & set(item.depends_on))
                waiting.remove(ready)
                done.append(ready)
            return done

        @classmethod
        def with_settings(cls, values):
            """The class with the values of its settings."""
            if not cls.settings:
                return cls
            return type(cls.__name__, (cls,), {item.name: values.get(item.name, item.default) for item in cls.settings})

        @classmethod
        def describe(cls):
            fresh = cls.with_settings({})(None)
            entry = {"name": cls.__name__, "label": cls.label or spaced(cls.__name__), "help": cls.__doc__, "inert": False,
                     "properties": [item.describe(cls, getattr(fresh, item.name)) for item in cls.properties]}
            entry |= {"base": cls.base} if cls.base else {}
            entry |= {"arrangement": cls.arrangement} if cls.arrangement is not None else {}
            entry |= {"readsSettings": [item.name for item in cls.settings]} if cls.settings else {}
            return entry | ({"readsParent": cls.reads_parent} if cls.reads_parent else {})


    def build(kind, stored, parent, step, writes={}):
        """The component built from stored values and extensions' writes, and the reasons for leaving out stored values:
        it is then built again without them."""
        skipped = {}
        while True:
            step("init")
            component = kind(parent)
            for item in kind.ordered():
                if item.name not in stored or item.name in skipped:
                    continue
                step(item.name)
                try:
                    component.set(item.name, stored[item.name])
                except Rejected as reason:
                    skipped[item.name] = str(reason)
                    break
            else:
                for name, value in writes.items():
                    component.set(name, value)
                step("awake")
                component.awake()
                return component, skipped


    def differences(component, stored, skipped):
        """The values that differ from the stored ones or the defaults."""
        # The host knows the defaults of a component that reads the settings' defaults.
        fresh, found = type(component).with_settings({})(None), {}
        for item in component.properties:
            value = getattr(component, item.name)
            is_stored = item.name in stored and item.name not in skipped
            if value != (stored[item.name] if is_stored else getattr(fresh, item.name)):
                found[item.name] = value
        return found



    """#
}
