"""Modules of a page in one file."""

import pytest

from schnapsen_server.web.edition import ClientFiles, client_dir
from schnapsen_server.web.joined import CannotJoin, join_modules


def joined_of(entry: str, **modules: str) -> str:
    return join_modules(modules.__getitem__, entry)


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


@pytest.mark.parametrize("page", ["home", "table"])
def test_the_modules_of_our_pages_can_be_joined(page: str) -> None:
    assert b"module_i18n" in ClientFiles(client_dir()).edition.file(f"js/{page}.joined.js")
