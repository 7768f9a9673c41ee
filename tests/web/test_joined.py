"""Modules of a page in one file."""

from pathlib import Path

import pytest

from schnapsen_server.web.joined import CannotJoin, join_modules
from schnapsen_server.web.pages import client_dir


def write(folder: Path, **modules: str) -> Path:
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source)
    return folder


def test_each_module_comes_once_and_before_those_that_import_it(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        page='import { b } from "./two.js";\nimport { a as first } from "./one.js";\nfirst(b);\n',
        two='import { a } from "./one.js";\nexport const b = a;\n',
        one="const hidden = 1;\nexport function a() {\n  return hidden;\n}\n",
    )
    joined = join_modules(folder, "page")
    assert joined.count("hidden = 1") == 1
    assert joined.index("module_one = ") < joined.index("module_two = ") < joined.index("first(b)")
    assert "const { a: first } = module_one;" in joined
    assert "return { a };" in joined
    assert "import" not in joined
    assert "export" not in joined


@pytest.mark.parametrize(
    "source",
    [
        "export default 1;\n",
        'import * as all from "./one.js";\n',
        'import "./one.js";\n',
        'export { a } from "./one.js";\n',
        "export let live = 1;\n",
        'import { a } from "https://elsewhere/one.js";\n',
    ],
)
def test_what_cannot_be_joined_is_refused(source: str, tmp_path: Path) -> None:
    with pytest.raises(CannotJoin):
        join_modules(write(tmp_path, page=source, one="export const a = 1;\n"), "page")


def test_a_circle_is_refused_and_named(tmp_path: Path) -> None:
    folder = write(tmp_path, a='import { b } from "./b.js";\nexport const x = b;\n', b='import { x } from "./a.js";\n')
    with pytest.raises(CannotJoin, match="a imports b imports a"):
        join_modules(folder, "a")


@pytest.mark.parametrize("page", ["home", "table"])
def test_the_modules_of_our_pages_can_be_joined(page: str) -> None:
    assert "module_i18n" in join_modules(client_dir() / "js", page)
