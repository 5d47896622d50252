"""Writes `python/crossedge/answers.py` and the catalog in `_crossedge.pyi` from the library's own lists: its schemas and its constructions.

    python crates/crossedge-py/tools/write_answers.py          write
    python crates/crossedge-py/tools/write_answers.py --check  tell whether they are up to date
"""

from __future__ import annotations

import keyword
import pathlib
import re
import sys
from typing import Any

from crossedge import _crossedge

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "python" / "crossedge"
HEAD = ("schema_version", "crossedge_version", "command", "expression")
# Pictures and files have classes of their own.
WRITTEN = ("draw", "export")

Schema = dict[str, Any]


class Writer:
    """Classes by name, in the order in which they can be defined."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.contents: dict[str, str] = {}
        self.defs: dict[str, Schema] = {}
        self.verb = ""
        self.names: dict[str, str] = {}

    def root(self, verb: str, schema: Schema) -> None:
        """The classes of one verb."""
        self.verb, self.defs, self.names = verb, schema.get("$defs", {}), {}
        branches = schema.get("anyOf", [])
        for branch in branches:
            name = branch["$ref"].rsplit("/", 1)[-1]
            inside = self.defs[name]
            merged = {
                "description": inside.get("description", branch.get("description", "")),
                "properties": {**schema["properties"], **inside["properties"]},
                "required": [*schema["required"], *inside.get("required", [])],
            }
            self.names[name] = name
            self.contents[name] = repr(merged)
            self.one(name, merged)
        if not branches:
            self.one(root_name(verb), schema)

    def reference(self, name: str) -> str:
        """The Python type of a definition."""
        schema = self.defs[name]
        if name == "Integer":
            return "int"
        if name == "Node":
            return "NodeId"
        if name == "Ratio":
            return "Fraction | float"
        if name == "Evidence":
            return "Evidence"
        properties = schema.get("properties", {})
        if re.fullmatch(r"(Asked|Known)\d*", name):
            return f"Figure[{self.type(properties['value'], name)}]"
        if "properties" in schema:
            return self.named(name, schema)
        return self.type(schema, name)

    def named(self, name: str, schema: Schema) -> str:
        """The class of a definition. Two verbs may have different ones of one name."""
        if name not in self.names:
            content = repr(schema)
            wanted = re.sub(r"\d+$", "", name)
            # A class of Python has this name, and is used here.
            wanted = "FractionAnswer" if wanted == "Fraction" else wanted
            if self.contents.get(wanted, content) != content:
                wanted = f"{self.verb.title()}{wanted}"
            self.contents[wanted] = content
            self.names[name] = wanted
            if wanted not in self.texts:
                self.one(wanted, schema)
        return self.names[name]

    def type(self, schema: Any, context: str) -> str:
        """The Python type of a schema."""
        if schema is True or schema == {}:
            return "Any"
        if "$ref" in schema:
            return self.reference(schema["$ref"].rsplit("/", 1)[-1])
        if "enum" in schema:
            return f"Literal[{', '.join(repr(word) for word in schema['enum'])}]"
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return union(self.type(branch, context) for branch in schema[several])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return union(self.type({**schema, "type": kind}, context) for kind in kinds)
        if kinds == "array":
            if "prefixItems" in schema:
                return f"tuple[{', '.join(self.type(item, context) for item in schema['prefixItems'])}]"
            return f"tuple[{self.type(schema.get('items', {}), context)}, ...]"
        if kinds == "object":
            if "properties" in schema:
                name = f"{context.removesuffix('Answer')}Between"
                return self.named(name, schema) if name in self.names else self.inline(name, schema)
            for pattern, inside in schema.get("patternProperties", {}).items():
                return f"dict[int, {self.type(inside, context)}]"
            return f"dict[str, {self.type(schema.get('additionalProperties', {}), context)}]"
        return {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}[kinds]

    def inline(self, name: str, schema: Schema) -> str:
        """A class that has no name of its own."""
        if name not in self.texts:
            self.one(name, {"description": "A value that is known from one side, or between two ends.", **schema})
        return name

    def one(self, name: str, schema: Schema) -> None:
        """Writes a class."""
        required = set(schema.get("required", []))
        fields = []
        old = []
        for word, inside in schema["properties"].items():
            attribute = f"{word}_" if keyword.iskeyword(word) else word
            kind = self.type({k: v for k, v in inside.items() if k != "const"} if word in HEAD else inside, name)
            described = " ".join(inside.get("description", "").split()).rstrip(".")
            if word not in required:
                kind = union([kind, "None"])
            if described.startswith("Old name of"):
                old.append(attribute)
            fields.append((word not in required, attribute, kind, described))
        # Those without a default come first.
        fields.sort(key=lambda field: field[0])
        summary = schema.get("description", "").strip() or f"The answer of {self.verb}."
        if summary == "An answer with its header.":
            summary = f"The answer of `{self.verb}`."
        lines = [f"@dataclass(frozen=True, repr=False)\nclass {name}(Answer):", f'    """{summary}', "", "    Attributes", "    ----------"]
        for _, attribute, kind, described in fields:
            lines.append(f"    {attribute} : {plain(kind)}")
            if described:
                lines.append(f"        {described}.")
        lines += ["", "    Examples", "    --------", "    >>> import crossedge", f"    >>> issubclass(crossedge.answers.{name}, crossedge.answers.Answer)", "    True", '    """', ""]
        if old:
            lines.append(f"    _old: ClassVar[tuple[str, ...]] = ({', '.join(map(repr, old))},)")
        for default, attribute, kind, _ in fields:
            lines.append(f"    {attribute}: {kind}{' = None' if default else ''}")
        self.texts[name] = "\n".join(lines)


def root_name(verb: str) -> str:
    """The class of the answer of a verb."""
    return f"{verb.replace('-', ' ').title().replace(' ', '')}Answer"


def union(kinds: Any) -> str:
    """Types side by side, each once, nothing last."""
    parts: list[str] = []
    for kind in kinds:
        parts += [part for part in split(kind) if part not in parts]
    parts.sort(key=lambda part: part == "None")
    return " | ".join(parts)


def split(kind: str) -> list[str]:
    """The types of a union, brackets kept together."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(kind):
        depth += (letter in "[(") - (letter in "])")
        if depth == 0 and kind.startswith(" | ", at):
            parts.append(kind[start:at])
            start = at + 3
    return [*parts, kind[start:]]


def plain(kind: str) -> str:
    """A type for people."""
    return kind.replace(" | ", " or ").replace("NodeId", "int")


def answers() -> str:
    """The text of `answers.py`."""
    writer = Writer()
    # The same answer inside of another has no header: it is another class.
    for verb, schema in _crossedge._schemas().items():
        if not schema.get("anyOf"):
            writer.contents[root_name(verb)] = repr(schema)
    for verb, schema in _crossedge._schemas().items():
        if verb not in WRITTEN:
            writer.root(verb, schema)
    names = sorted([*writer.texts, "Answer", "Evidence", "Figure"])
    listed = "\n".join(f'    "{name}",' for name in names)
    head = f'''"""What is answered: a class for each answer of the library.

Written by `tools/write_answers.py` from the schemas of the library. Every answer has `to_dict`, which tells the same as the JSON of the
program, and `table`, which pandas, polars and DuckDB read.

Examples
--------
>>> import crossedge
>>> isinstance(crossedge.Topology("ring(5)").show(), crossedge.answers.ShowAnswer)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ._build import Answer, Evidence, Figure, NodeId

__all__ = [
{listed}
]
'''
    # A class whose fields name others may stand anywhere: annotations are read late.
    return head + "".join(f"\n\n{text}\n" for text in writer.texts.values())


def words() -> str:
    """The text of `_catalog.py`."""
    names = sorted(name for name, *_ in _crossedge._entries())
    listed = "\n".join(f'    "{name}",' for name in names)
    taken = "\n".join(f"    {name}," for name in names)
    head = '"""The constructions of the catalog. Written by `tools/write_answers.py` from the list of the library."""\n\nfrom __future__ import annotations\n'
    return f"{head}\nfrom ._crossedge import (\n{taken}\n)\n\n__all__ = [\n{listed}\n]\n"


def catalog(stub: str) -> str:
    """The stub of the native module with the constructions of the catalog put in."""
    functions = [f"{name}: Construction" for name, *_ in _crossedge._entries()]
    methods = [
        f"    def {name}(self, *args: _Argument, **kwargs: _Argument) -> Topology: ..."
        for name, signature, *_ in _crossedge._entries()
        if on_network(signature)
    ]
    text = re.sub(r"(    # Constructions\n).*?(    # End of constructions)", lambda m: m[1] + "\n".join(methods) + "\n" + m[2], stub, flags=re.S)
    return re.sub(r"(# The catalog\n).*?(# End of the catalog)", lambda m: m[1] + "\n".join(functions) + "\n" + m[2], text, flags=re.S)


def on_network(signature: str) -> bool:
    """Whether the first argument of a construction is a network: those are single capital letters."""
    return bool(re.match(r"\w+\([A-Z](?:,|\))", signature))


def main() -> int:
    """Writes, or checks."""
    stub = PACKAGE / "_crossedge.pyi"
    wanted = {PACKAGE / "answers.py": answers(), PACKAGE / "_catalog.py": words(), stub: catalog(stub.read_text(encoding="utf-8"))}
    wrong = [file for file, text in wanted.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for file in wrong:
            print(f"{file.name} is not what the library says: run crates/crossedge-py/tools/write_answers.py")
        return bool(wrong)
    for file in wrong:
        file.write_text(wanted[file], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
