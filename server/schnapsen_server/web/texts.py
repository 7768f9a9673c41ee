"""Which texts a page needs: those whose keys its files write, as a whole or but for what ends them."""

import re
from collections.abc import Iterable

VARIANT = ".german"
"""Ends the key of a text for whoever plays with the German pack; the files write the other one."""


def mentioned(keys: Iterable[str], source: str) -> set[str]:
    """Of these keys, what is written in the source as `"a.key"`, or begun as `` `a.${…}` ``."""
    keys = list(keys)
    kinds = "|".join(sorted({key.partition(".")[0] for key in keys}))
    whole = set(re.findall(rf"""["'`]((?:{kinds})(?:\.\w+)+)["'`]""", source))
    begun = tuple(re.findall(rf"`((?:{kinds})\.[\w.]*)\$\{{", source))
    return {key for key in keys if key.removesuffix(VARIANT) in whole or key.startswith(begun)}
