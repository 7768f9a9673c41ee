"""Pictures of a match, drawn by the server."""
