"""The websocket protocol under the sockets: uvicorn's, which leaves frames and limits to the `websockets` package."""

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent


class WebsocketTransport(WebSocketsSansIOProtocol):
    """Closes on text that is not UTF-8 with 1007, as the standard has it, and without a traceback in our log.

    And it lets go of a peer that reads nothing: what it was to be told waits in the buffer, and to close politely
    would be to wait for that too.
    """

    async def send(self, message: "ASGISendEvent") -> None:
        closing = message["type"] == "websocket.close"
        if closing:
            self.writable.set()  # one small frame more than the buffer should hold
        await super().send(message)
        if closing and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
