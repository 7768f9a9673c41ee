"""The websocket protocol under the sockets: uvicorn's, which leaves frames and limits to the `websockets` package."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class WebsocketTransport(WebSocketsSansIOProtocol):
    """Closes on text that is not UTF-8 with 1007, as the standard has it, and without a traceback in our log."""

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
