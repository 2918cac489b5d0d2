"""A service that answers as a test says, and the endpoint of each framework."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

import django
import httpx
import pytest
from django.conf import settings
from svc_embed_server import Answer, Asked, AsyncEndpoint, Caller, Endpoint

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="of a test")
django.setup()

ROOT = Path(__file__).parents[2]
ORIGIN = "https://app.example.com"
KEY = "a-key-of-a-test"

# What a browser's script of the page's own origin sends.
OURS = {"x-svc-embed": "1", "sec-fetch-site": "same-origin", "origin": ORIGIN}


@dataclass
class Request:
    """The request of no framework."""

    headers: dict[str, list[str]]
    user: str | None = "ada"


@dataclass
class Service:
    """Stands in for the service, and keeps what it was asked."""

    answers: Callable[[httpx.Request], httpx.Response] = lambda _: httpx.Response(
        200, json={"sessionId": "an-id-of-a-test", "more": "of the service's own"}
    )
    asked: list[httpx.Request] = field(default_factory=list)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self.answers(request)


class Ask(Protocol):
    """Asks an endpoint: its status, its headers and its body."""

    async def __call__(
        self,
        headers: dict[str, Any] | None = None,
        *,
        method: str = "POST",
        user: str | None = "ada",
        **options: Any,
    ) -> tuple[int, dict[str, str], dict[str, Any]]: ...


def authorize(request: Request) -> Caller | None:
    user = request.user
    return user and Caller(user, {"embedTenantProfile": {"displayName": user}})  # type: ignore[return-value]


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture(params=["in a thread", "asynchronous"])
def ask(request: pytest.FixtureRequest, service: Service) -> Ask:
    """Both kinds of endpoint, without a framework. The endpoint is made once for each test and set of
    options."""
    made: dict[str, Any] = {}

    async def ask(
        headers: dict[str, Any] | None = None,
        *,
        method: str = "POST",
        user: str | None = "ada",
        **options: Any,
    ) -> tuple[int, dict[str, str], dict[str, Any]]:
        given: dict[str, Any] = {
            "base_url": "https://acme.example.com",
            "api_key": KEY,
            "origin": ORIGIN,
            "authorize": authorize,
            "transport": httpx.MockTransport(service),
        } | options
        sent = {
            name: value if isinstance(value, list) else [value]
            for name, value in (OURS if headers is None else headers).items()
        }
        asked = Asked(method, lambda name: sent.get(name, []), Request(sent, user))
        named = repr(sorted(options))
        answer: Answer
        if request.param == "in a thread":
            answer = made.setdefault(named, Endpoint(**given)).answer(asked)
        else:
            answer = await made.setdefault(named, AsyncEndpoint(**given)).answer(asked)
        return answer.status, dict(answer.headers), json.loads(answer.body)

    return ask


@dataclass
class Running:
    """A service that listens on loopback."""

    origin: str
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def running() -> Iterator[Running]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.asked.append(self.headers["authorization"])
            self.rfile.read(int(self.headers["content-length"]))
            body = b'{"sessionId":"an-id-of-a-test"}'
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Prints nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Running(f"http://127.0.0.1:{server.server_port}")
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield found
        server.shutdown()
