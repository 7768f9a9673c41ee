"""Makes the icons of the app from their drawings; it needs the `pictures` extra.

python -m schnapsen_server.bench.make_icons
"""

from pathlib import Path

from schnapsen_server.web.edition import client_dir

ICONS = {
    "icons/icon-192.png": ("icon.svg", 192),
    "icons/icon-512.png": ("icon.svg", 512),
    "icons/maskable-512.png": ("icons/maskable.svg", 512),
}


def icon(client: Path, name: str) -> bytes:
    import resvg_py

    drawing, size = ICONS[name]
    return resvg_py.svg_to_bytes(svg_path=str(client / drawing), width=size, height=size, skip_system_fonts=True)


def main() -> None:
    client = client_dir()
    for name in ICONS:
        (client / name).write_bytes(icon(client, name))


if __name__ == "__main__":
    main()
