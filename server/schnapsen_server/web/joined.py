"""Makes one file of the modules of a page, so that the page is here after few requests.

The client has no build step. Its modules are joined as they stand, each in a function of its own, in the order in which
they import each other; only comments with lines of their own stay behind, a quarter of the way over a slow line. What
cannot be joined that way is refused, by the tests at the latest.
"""

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import \{ ([\w ,]+) \} from "\./([\w-]+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
NO_EXPORT = re.compile(r"^export \{\};$", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class CannotJoin(ValueError):
    """A module says something that holds only while it is a file of its own."""


def join_modules(source_of: Callable[[str], str], entry: str) -> str:
    """The module `entry` with all that it imports, as one module; `source_of` a name. Raises CannotJoin."""
    joined: dict[str, str] = {}
    _add(source_of, entry, joined, ())
    *others, page = joined.items()
    return "".join(_wrapped(name, source) for name, source in others) + page[1]


def _add(source_of: Callable[[str], str], name: str, joined: dict[str, str], importers: tuple[str, ...]) -> None:
    """Puts the module behind all that it imports."""
    if name in joined:
        return
    if name in importers:
        raise CannotJoin(f"{' imports '.join((*importers, name))}: a circle")
    source = _bare(name, source_of(name))
    for _, imported in IMPORT.findall(source):
        _add(source_of, imported, joined, (*importers, name))
    body = IMPORT.sub(lambda found: f"const {{ {_renamed(found[1])} }} = {_variable(found[2])};", source)
    body = NO_EXPORT.sub("", body)
    left_over = LEFT_OVER.search(EXPORT.sub("", body))
    if left_over is not None:
        raise CannotJoin(f"{name}.js: {left_over[0]}")
    joined[name] = body


def _bare(name: str, source: str) -> str:
    """Without the comments that have lines of their own."""
    bare, seen = "", 0
    for comment in COMMENT.finditer(source):
        bare += source[seen : comment.start()]
        seen = comment.end()
        if bare.count("`") % 2:
            raise CannotJoin(f"{name}.js: a line of a text looks like a comment: {comment[0].strip()}")
    return bare + source[seen:]


def _wrapped(name: str, source: str) -> str:
    exported = ", ".join(EXPORT.findall(source))
    return f"const {_variable(name)} = (() => {{\n{EXPORT.sub('', source)}\nreturn {{ {exported} }};\n}})();\n"


def _renamed(names: str) -> str:
    """`a as b` of an import is `a: b` where an object is taken apart."""
    return names.replace(" as ", ": ")


def _variable(name: str) -> str:
    return f"module_{name.replace('-', '_')}"
