"""A server that only appends, and says which versions it was promised. Run: acked.py DATA [orphan]"""

import asyncio
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from kit.store import entry
from schnapsen_server.store import embedded
from schnapsen_server.store.open import open_store


async def main(data: Path) -> None:
    store = await open_store(None, data)
    version = len(await store.log.read("m"))
    while True:
        version += 1
        await store.log.append("m", version - 1, entry(version))
        os.write(1, b"%d\n" % version)


if "orphan" in sys.argv:  # as where no kernel ends the child of a dead parent
    patch.object(embedded, "sys", SimpleNamespace(platform="darwin", executable=sys.executable)).start()
asyncio.run(main(Path(sys.argv[1])))
