"""Modules of a page in one file."""

import pytest

from schnapsen_server.web.edition import ClientFiles, client_dir
from schnapsen_server.web.joined import CannotJoin, Joined, join_modules

LATER = "const send = () => import(`./rest.js?${n}`);\n"


def files_of(entry: str, **modules: str) -> Joined:
    return join_modules(modules.__getitem__, entry)


def joined_of(entry: str, **modules: str) -> str:
    return files_of(entry, **modules).page


def test_each_module_comes_once_and_before_those_that_import_it() -> None:
    joined = joined_of(
        "page",
        page='import { b } from "./two.js";\nimport { a as first } from "./one.js";\nfirst(b);\n',
        two='import { a } from "./one.js";\nexport const b = a;\n',
        one="const hidden = 1;\nexport function a() {\n  return hidden;\n}\n",
    )
    assert joined.count("hidden = 1") == 1
    assert joined.index("module_one = ") < joined.index("module_two = ") < joined.index("first(b)")
    assert "const { a: first } = module_one;" in joined
    assert "return { a };" in joined
    assert "import" not in joined
    assert "export" not in joined


def test_comments_with_lines_of_their_own_stay_behind() -> None:
    source = """// What this is: `all` of it.
/**
 * Many lines, *starred*.
 */
const a = "// no comment"; // of this line
  /** One line. */
const b = /** @type {number} */ (a);
/** @type {number} */ (b).toFixed();
"""
    assert (
        joined_of("page", page=source)
        == """const a = "// no comment"; // of this line
const b = /** @type {number} */ (a);
/** @type {number} */ (b).toFixed();
"""
    )


@pytest.mark.parametrize(
    "source",
    [
        "export default 1;\n",
        'import * as all from "./one.js";\n',
        'import "./one.js";\n',
        'export { a } from "./one.js";\n',
        "export let live = 1;\n",
        'import { a } from "https://elsewhere/one.js";\n',
        "const text = `\n// in sight\n`;\n",
    ],
)
def test_what_cannot_be_joined_is_refused(source: str) -> None:
    with pytest.raises(CannotJoin):
        joined_of("page", page=source, one="export const a = 1;\n")


def test_a_circle_is_refused_and_named() -> None:
    a, b = 'import { b } from "./b.js";\nexport const x = b;\n', 'import { x } from "./a.js";\n'
    with pytest.raises(CannotJoin, match="a imports b imports a"):
        joined_of("a", a=a, b=b)


def test_what_comes_later_brings_what_the_page_has_not_and_takes_the_rest_from_its_file() -> None:
    one, two = "export const a = 1;\n", 'import { a } from "./one.js";\nexport const b = a;\n'
    rest = 'import { a } from "./one.js";\nimport { b } from "./two.js";\nexport const c = a + b;\n'
    files = files_of("page", page=f'import {{ a }} from "./one.js";\n{LATER}', one=one, two=two, rest=rest)
    assert files.page.endswith(
        f"const send = () => import(`./{files.later_name}.js?${{n}}`);\nexport {{ module_one }};\n"
    )
    assert files.later == (
        'import { module_one } from "./page.joined.js";\n'
        "const module_two = (() => {\nconst { a } = module_one;\nconst b = a;\n\nreturn { b };\n})();\n"
        "const { a } = module_one;\nconst { b } = module_two;\nexport const c = a + b;\n"
    )


def test_what_comes_later_is_named_after_the_page_that_it_belongs_to() -> None:
    names = {
        files_of("page", page=LATER + page, rest=f"export const a = {rest};\n").later_name
        for page, rest in (("", 1), ("", 2), ("more();\n", 1), ("", 1))
    }
    assert len(names) == 3


@pytest.mark.parametrize(
    ("page", "rest"),
    [
        (LATER + "const more = () => import(`./other.js?1`);\n", ""),
        ('import { a } from "./rest.js";\n' + LATER, "export const a = 1;\n"),
        (LATER, LATER),
        (LATER, 'import { a } from "./page.js";\n'),
    ],
    ids=["two", "here before", "even later", "of the page itself"],
)
def test_nothing_comes_later_but_one_module_with_what_it_imports(page: str, rest: str) -> None:
    with pytest.raises(CannotJoin):
        files_of("page", page=page, rest=rest, other="")


@pytest.mark.parametrize("page", ["home", "table"])
def test_the_modules_of_our_pages_can_be_joined(page: str) -> None:
    assert b"module_i18n" in ClientFiles(client_dir()).edition.file(f"js/{page}.joined.js")
