"""What the broken plugins in Python share: reading a request, sending a message, a description that is in order."""

import json
import struct
import sys


def read():
    """The next request; the end of the input ends the plugin."""
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        sys.exit(0)
    return json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))


def send(message):
    raw = json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack("<I", len(raw)) + raw)
    sys.stdout.buffer.flush()


def description(name, protocol=(1, 1)):
    """One component with one property, whose hooks may do anything."""
    length = {"name": "length", "label": "Length", "type": "Int", "optional": False, "class": "Snake", "default": 1}
    snake = {"name": "Snake", "label": "Snake", "properties": [length]}
    return {
        "format": "inspector-plugin/1", "name": name, "version": "1.0.0", "protocol": list(protocol),
        "components": [snake], "bases": [],
    }


def describe(name):
    """Answers the first request as it should be."""
    send({"id": read()["id"], "description": description(name)})
