"""A server on 127.0.0.1 that gives every POST the same reply, whatever its path: for routes with paths of their own."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


class AnyPathServer:
    """The server, as a context manager; the reply may be changed while it runs.

    Args:
        body: of every reply: bytes as they are, else as JSON.
        status: of every reply.

    """

    def __init__(self, body: Any = None, *, status: int = 200) -> None:
        self.body = body
        self.status = status
        self.paths: list[str] = []
        """Of the requests so far."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        # Otherwise closing waits for connections that clients keep open.
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        """What an OpenAI client takes as its base."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and body in one packet: sent apart, the second waits for the client to acknowledge the first.
            wbufsize = -1

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                server.paths.append(self.path)
                body = server.body if isinstance(server.body, bytes) else json.dumps(server.body).encode()
                self.send_response(server.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_args: object) -> None:
                pass

        return Handler
