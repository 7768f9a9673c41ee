"""Who is asking: a player id signed by the server, in a cookie or as a bearer token. The id alone opens nothing."""

import hashlib
import hmac
from collections.abc import Callable

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "schnapsen"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie; each page visit begins it anew."""
ID_BYTES = 9


class Identities:
    """Makes and reads the tokens of players and the invite keys of tables, all from one server secret."""

    def __init__(self, secret: str | bytes, random_id: Callable[[int], str], *, secure: bool) -> None:
        self._players = Signer(secret, salt="player", digest_method=hashlib.sha256)
        self._invites = Signer(secret, salt="invite", digest_method=hashlib.sha256)
        self._random_id = random_id
        self._secure = secure

    def new_player(self) -> str:
        return self._random_id(ID_BYTES)

    def token(self, player: str) -> str:
        return self._players.sign(player).decode()

    def player(self, connection: HTTPConnection) -> str | None:
        """The player who asks; None for a stranger or a forged token. A bearer token goes before the cookie."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        token = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
        try:
            return self._players.unsign(token).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def remember(self, response: Response, player: str) -> None:
        response.set_cookie(
            COOKIE,
            self.token(player),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def invite(self, match_id: str) -> str:
        """The key that seats whoever brings it while a seat is free."""
        return self._invites.get_signature(match_id).decode()

    def invites(self, match_id: str, key: str) -> bool:
        return hmac.compare_digest(self.invite(match_id).encode(), key.encode())
