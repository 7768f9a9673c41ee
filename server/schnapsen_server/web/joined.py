"""Makes one file of the modules of a page, so that it is here after few requests; and one of what it fetches later.

The client has no build step. Its modules are joined as they stand, each in a function of its own, in the order in which
they import each other; only comments with lines of their own stay behind, a quarter of the way over a slow line. What
cannot be joined that way is refused, by the tests at the latest.

A page may import one module when it has begun, as ``import(`./<name>.js?…`)``. That one comes with all that the page
has not, and takes the rest from the page's own file: no module is there twice, so each may have a state.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

IMPORT = re.compile(r'^import \{ ([\w ,]+) \} from "\./([\w-]+)\.js";$', re.MULTILINE)
LATER = re.compile(r"(?<=\bimport\(`\./)[\w-]+(?=\.js\?)")
"""As a template: types are written `import("…")`, and some stand in the middle of a line."""
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
NO_EXPORT = re.compile(r"^export \{\};$", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class CannotJoin(ValueError):
    """A module says something that holds only while it is a file of its own."""


class Joined(NamedTuple):
    """The files of a page; their names are without `.js`."""

    name: str
    page: str
    later_name: str
    """With a digest of both, so that a page never gets what belongs to another one. Empty if nothing comes later."""
    later: str


class Module(NamedTuple):
    body: str
    imports: tuple[str, ...]


def join_modules(source_of: Callable[[str], str], entry: str) -> Joined:
    """The module `entry` with all that it imports, now and later; `source_of` a name. Raises CannotJoin."""
    first = _with_imports(source_of, entry, {})
    name, page = f"{entry}.joined", _together(first)
    begins = {found for module in first.values() for found in LATER.findall(module.body)}
    if not begins:
        return Joined(name, page, "", "")
    if len(begins) > 1 or begins & first.keys():
        raise CannotJoin(
            f"{entry}.js: what comes later is one module, and not here before: {', '.join(sorted(begins))}"
        )
    others = _with_imports(source_of, begins.pop(), first)
    later = _together(others)
    if LATER.search(later):
        raise CannotJoin(f"{entry}.js: what comes later sends for more")
    taken = sorted({imported for module in others.values() for imported in module.imports} & first.keys())
    if entry in taken:
        raise CannotJoin(f"{entry}.js: what comes later imports the page")
    variables = ", ".join(map(_variable, taken))
    digest = hashlib.sha256((page + later).encode()).hexdigest()[:8]
    later_name = f"{entry}.later.{digest}.joined"
    page = f"{LATER.sub(later_name, page)}export {{ {variables} }};\n"
    return Joined(name, page, later_name, f'import {{ {variables} }} from "./{name}.js";\n{later}')


def _with_imports(source_of: Callable[[str], str], entry: str, have: Mapping[str, Module]) -> dict[str, Module]:
    """The entry, last, behind all that it imports; without what is there already."""
    found: dict[str, Module] = {}

    def add(name: str, importers: tuple[str, ...]) -> None:
        if name in have or name in found:
            return
        if name in importers:
            raise CannotJoin(f"{' imports '.join((*importers, name))}: a circle")
        module = _module(name, source_of(name))
        for imported in module.imports:
            add(imported, (*importers, name))
        found[name] = module

    add(entry, ())
    return found


def _module(name: str, source: str) -> Module:
    source = _bare(name, source)
    imports = tuple(imported for _, imported in IMPORT.findall(source))
    body = IMPORT.sub(lambda found: f"const {{ {_renamed(found[1])} }} = {_variable(found[2])};", source)
    body = NO_EXPORT.sub("", body)
    left_over = LEFT_OVER.search(EXPORT.sub("", body))
    if left_over is not None:
        raise CannotJoin(f"{name}.js: {left_over[0]}")
    return Module(body, imports)


def _bare(name: str, source: str) -> str:
    """Without the comments that have lines of their own."""
    bare, seen = "", 0
    for comment in COMMENT.finditer(source):
        bare += source[seen : comment.start()]
        seen = comment.end()
        if bare.count("`") % 2:
            raise CannotJoin(f"{name}.js: a line of a text looks like a comment: {comment[0].strip()}")
    return bare + source[seen:]


def _together(modules: Mapping[str, Module]) -> str:
    """All but the last in functions of their own; the last is the file."""
    *others, entry = modules.items()
    return "".join(_wrapped(name, module.body) for name, module in others) + entry[1].body


def _wrapped(name: str, source: str) -> str:
    exported = ", ".join(EXPORT.findall(source))
    return f"const {_variable(name)} = (() => {{\n{EXPORT.sub('', source)}\nreturn {{ {exported} }};\n}})();\n"


def _renamed(names: str) -> str:
    """`a as b` of an import is `a: b` where an object is taken apart."""
    return names.replace(" as ", ": ")


def _variable(name: str) -> str:
    return f"module_{name.replace('-', '_')}"
