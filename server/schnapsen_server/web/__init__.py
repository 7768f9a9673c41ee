"""The door: pages, the HTTP requests beside them, and the websocket. It knows who is asking, and no rule."""
