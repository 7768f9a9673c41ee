"""A server whose client can become another one: `await server.renew()` is a new version under open pages.

Run as a program it is `schnapsen` with the client of a folder of the test's own. No switch of the product does this.
"""

import os
import shutil
from pathlib import Path
from unittest.mock import patch

from schnapsen_server import app, cli
from schnapsen_server.web.edition import client_dir

from .server import ServerProcess

VARIABLE = "CLIENT"


class RenewedServer(ServerProcess):
    """Serves a copy of the client."""

    program = ("-m", "kit.renewed")

    def __init__(self, data: Path) -> None:
        self._client = data.parent / "client"
        shutil.copytree(client_dir(), self._client)
        path = os.pathsep.join(filter(None, [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")]))
        super().__init__(data, **{VARIABLE: str(self._client), "PYTHONPATH": path})

    async def renew(self, *, stopped: bool = False) -> None:
        """Stop, and start again with a client that is another one. `stopped`: it has been stopped before."""
        if not stopped:
            await self.stop()
        with (self._client / "js" / "insist.js").open("a") as module:
            module.write("void 0;\n")  # a comment would not be sent
        await self.start()


if __name__ == "__main__":
    with patch.object(app, "client_dir", lambda: Path(os.environ[VARIABLE])):
        cli.main()
