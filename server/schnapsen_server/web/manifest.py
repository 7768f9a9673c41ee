"""What a browser needs to put the game among the apps of a device, in the visitor's language."""

from schnapsen_protocol.codec import write

from .edition import Edition
from .languages import words

PAGE, FELT = "#f4f1ea", "#2f5d46"


def manifest(edition: Edition, language: str) -> bytes:
    said = words(edition, language)

    def icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
        kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
        return {"src": f"/static/{edition.digest}/{name}", "sizes": sizes, "type": kind, "purpose": purpose}

    return write(
        {
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "name": said.text("home.title"),
            "short_name": said.text("table.title"),
            "description": said.text("home.tagline"),
            "lang": language,
            "dir": said.direction,
            "background_color": PAGE,
            "theme_color": FELT,
            "categories": ["games"],
            "icons": [
                icon("icon.svg", "any"),
                icon("icons/icon-192.png", "192x192"),
                icon("icons/icon-512.png", "512x512"),
                icon("icons/maskable-512.png", "512x512", "maskable"),
            ],
        }
    )
