"""Whom the endpoint serves, and what it answers."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from conftest import KEY, ORIGIN, OURS, ROOT, Ask, Service
from svc_embed_server import Caller, Endpoint, RateLimit
from svc_embed_server.endpoint import Asked, AsyncEndpoint
from svc_embed_server.limit import MOST_USERS, Limiter

VECTORS = json.loads((ROOT / "tests/fixtures/session_endpoint.json").read_text())
BEGINNINGS = {
    "method": "Use POST.",
    "origin": "Only pages of this origin",
    "header": "The header x-svc-embed: 1 is missing.",
    "nobody": "Nobody is signed in.",
}
# The endpoint of npm may be used without an origin, and then takes that of the host. This one may not.
STRICTER = {
    "a page of the same origin, without its origin",
    "an older browser, in capital letters",
    "writing that a header calls reading",
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
async def test_the_answers_are_those_of_the_npm_package(ask: Ask, vector: dict[str, Any]) -> None:
    host = vector.get("host") or "app.example.com"
    status, headers, body = await ask(
        vector["headers"],
        method=vector.get("method", "POST"),
        user=vector.get("user", "ada"),
        origin=vector.get("origin", f"https://{host}"),
    )
    needs_origin = "origin" not in vector and "origin" not in vector["headers"]
    needs_origin = needs_origin and "sec-fetch-site" in vector["headers"]
    if vector["what"] in STRICTER or (needs_origin and vector["status"] in (401, 403)):
        assert status == 403
        return
    assert status == vector["status"]
    assert ("allow" in headers) == (status == 405)
    assert {*headers} - {"allow"} == {"cache-control", "content-type", "x-content-type-options"}
    assert headers["cache-control"] == "no-store"
    if status == 200:
        assert body == {"sessionId": "an-id-of-a-test"}
    else:
        assert body["error"].startswith(BEGINNINGS[vector["error"]])


async def test_the_service_is_asked_with_the_key_and_the_session(
    ask: Ask, service: Service
) -> None:
    status, _, _ = await ask({**OURS, "cookie": "token=of-the-page"})
    assert status == 200
    (request,) = service.asked
    assert str(request.url) == "https://acme.example.com/api/v1/embed/generate-session"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "cookie" not in request.headers
    assert json.loads(request.content) == {"embedTenantProfile": {"displayName": "ada"}}


async def test_a_user_who_asks_too_often_is_told_when(ask: Ask) -> None:
    limit = RateLimit(requests=2, seconds=60)
    found = [await ask(user=user, rate_limit=limit) for user in ("ada", "ada", "ada", "grace")]
    assert [status for status, _, _ in found] == [200, 200, 429, 200]
    assert found[2][1]["retry-after"] == "30"


async def test_the_limit_can_be_turned_off(ask: Ask) -> None:
    assert {(await ask(rate_limit=None))[0] for _ in range(100)} == {200}


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (httpx.Response(429), 503),
        (httpx.Response(500), 503),
        (httpx.Response(503, text="<html>"), 503),
        (httpx.Response(401), 502),
        (httpx.Response(403), 502),
        (httpx.Response(404), 502),
        # Somebody's page elsewhere is no answer of the service.
        (httpx.Response(302, headers={"location": "https://evil.example.com"}), 502),
        (httpx.Response(200, text="<html>"), 502),
        (httpx.Response(200, json=[]), 502),
        (httpx.Response(200, json={"sessionId": ""}), 502),
        (httpx.Response(200, json={"sessionId": 7}), 502),
        (httpx.Response(200, text="[" * 30_000), 502),
        (httpx.Response(200, json={"sessionId": "x" * 70_000}), 502),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else str(value.status_code),
)
async def test_the_service_fails(
    ask: Ask, service: Service, answer: httpx.Response, status: int
) -> None:
    content = answer.read()
    service.answers = lambda _: httpx.Response(
        answer.status_code, headers=answer.headers, content=content
    )
    found, _, body = await ask()
    assert (found, body) == (status, {"error": "No session was minted."})


class Parts(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in parts of the size that a connection is read in. Counts those that were asked for."""

    def __init__(self, body: bytes) -> None:
        self._parts = [body[at : at + 65_536] for at in range(0, len(body), 65_536)]
        self.count = 0

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            self.count += 1
            yield part

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self:
            yield part


async def test_what_a_small_answer_unpacks_to_is_not_read_whole(ask: Ask, service: Service) -> None:
    bomb = Parts(gzip.compress(b" " * 100_000_000, 1))
    service.answers = lambda _: httpx.Response(
        200, headers={"content-encoding": "gzip"}, stream=bomb
    )
    assert (await ask())[0] == 502
    assert bomb.count == 1


@pytest.mark.parametrize(
    "error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError]
)
async def test_the_service_is_not_there(
    ask: Ask, service: Service, error: type[httpx.HTTPError]
) -> None:
    def fail(_: httpx.Request) -> httpx.Response:
        raise error("")

    service.answers = fail
    assert (await ask())[0] == 503


async def test_authorize_fails(ask: Ask) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("the database is down")

    assert (await ask(authorize=fail))[0] == 500


NOT_TEXT: Any = 42
NOTHING: Any = None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (True, "It has returned a value of the type bool."),
        ("ada", "It has returned a value of the type str."),
        ({"user_id": "ada"}, "It has returned a value of the type dict."),
        (Caller("", {}), "user_id must be a text; it is empty."),
        (Caller(NOT_TEXT, {}), "user_id must be a text; it is a value of the type int."),
        (Caller("ada", NOTHING), "session must be a mapping; it is a value of the type NoneType."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_authorize_answers_no_caller(
    ask: Ask, service: Service, value: object, said: str
) -> None:
    seen: list[Exception] = []
    assert (await ask(authorize=lambda _: value, on_error=seen.append))[0] == 500
    assert service.asked == []
    wanted = "authorize must return a Caller with a user_id, or None. "
    assert [str(error) for error in seen] == [wanted + said]


@pytest.mark.filterwarnings("error")
def test_authorize_is_a_coroutine_function_where_nobody_awaits_it() -> None:
    async def authorize(_: None) -> Caller:
        return Caller("ada", {})

    seen: list[Exception] = []
    wrong: Any = authorize
    endpoint = Endpoint[None](
        base_url="https://acme.example.com",
        api_key=KEY,
        origin=ORIGIN,
        authorize=wrong,
        on_error=seen.append,
    )
    asked = Asked("POST", lambda name: [OURS[name]] if name in OURS else [], None)
    assert endpoint.answer(asked).status == 500
    assert str(seen[0]).endswith("It has returned a coroutine, which nobody has awaited.")


async def test_a_log_has_one_line_and_no_secret(
    ask: Ask, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("two\nlines\u2028and \x1b[31mred")

    with caplog.at_level(logging.DEBUG):
        await ask(authorize=fail)
        await ask()
        service.answers = lambda _: httpx.Response(500, text=KEY)
        await ask(rate_limit=None)
    own = [record.getMessage() for record in caplog.records if record.name == "svc_embed_server"]
    assert own == [
        "No session was minted. RuntimeError: two lines and  [31mred",
        "No session was minted. ServiceDown: the service answered 500",
    ]
    assert KEY not in caplog.text
    assert "an-id-of-a-test" not in caplog.text


async def test_the_first_pages_that_are_refused_by_their_origins_are_named_once(
    ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    await ask({"sec-fetch-site": "none"}, method="GET")
    await ask({"x-svc-embed": "1", "sec-fetch-site": "cross-site"})
    assert caplog.records == []
    # A browser asks first whether a page of another origin may send the header, and sends no more then.
    page = "https://a.example/\x85" + "x" * 5_000
    assert (await ask({"origin": page}, method="OPTIONS"))[0] == 405
    for other in "bcbdef":
        assert (await ask(OURS | {"origin": f"https://{other}.example"}))[0] == 403
    record, *others = caplog.records
    assert [other.getMessage().split()[3][8] for other in others] == list("bcde")
    assert (record.name, record.levelname) == ("svc_embed_server", "WARNING")
    text = record.getMessage()
    assert text.startswith("A page of https://a.example/ xxx")
    assert f" was refused. The option origin is {ORIGIN}. Only pages of this origin" in text
    assert len(text) < 400


async def test_an_endpoint_that_is_elsewhere_than_its_page_is_told_so(
    ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    assert (await ask(OURS | {"origin": ORIGIN, "sec-fetch-site": "same-site"}))[0] == 403
    (record,) = caplog.records
    assert f"{ORIGIN} was refused. The endpoint has another origin. Only" in record.getMessage()


def on_error_fails(_: Exception) -> None:
    raise RuntimeError("the tracker\nis down")


async def on_error_is_not_awaited(_: Exception) -> None: ...


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("on_error", "raised"),
    [
        (on_error_fails, "RuntimeError: the tracker is down"),
        (on_error_is_not_awaited, "TypeError: on_error must not be a coroutine function"),
    ],
)
async def test_a_log_has_what_on_error_has_raised_and_what_it_was_to_report(
    ask: Ask, service: Service, caplog: pytest.LogCaptureFixture, on_error: object, raised: str
) -> None:
    service.answers = lambda _: httpx.Response(401)
    assert (await ask(on_error=on_error))[0] == 502
    own = [record.getMessage() for record in caplog.records if record.name == "svc_embed_server"]
    assert own == [
        f"on_error has failed. {raised}",
        "No session was minted. ServiceRefused: the service answered 401",
    ]


async def test_on_error_gets_the_reason_and_changes_no_answer(ask: Ask, service: Service) -> None:
    seen: list[Exception] = []

    def on_error(error: Exception) -> None:
        seen.append(error)
        raise RuntimeError("on_error fails, too")

    service.answers = lambda _: httpx.Response(401)
    assert (await ask(on_error=on_error))[0] == 502
    assert [str(error) for error in seen] == ["the service answered 401"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("base_url", "http://acme.example.com"),
        ("base_url", "https://user:secret@acme.example.com"),
        ("base_url", "https://acme.example.com?key=secret"),
        ("base_url", "acme.example.com"),
        ("api_key", ""),
        ("api_key", "secret\r\nhost: evil.example.com"),
        ("api_key", "secret with spaces"),
        ("origin", ""),
        ("origin", "localhost:3000"),
        ("origin", "null"),
        ("origin", "https://app.example.com,https://shop.example.com"),
    ],
)
def test_a_wrong_option_is_refused_at_once(option: str, value: str) -> None:
    given: dict[str, Any] = {
        "base_url": "https://acme.example.com",
        "api_key": KEY,
        "origin": ORIGIN,
        "authorize": lambda _: None,
    }
    with pytest.raises(ValueError, match=option) as raised:
        Endpoint(**(given | {option: value}))
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    "wrong", [{"requests": 0}, {"requests": 1.5}, {"seconds": 0}, {"seconds": float("inf")}]
)
def test_a_wrong_limit_is_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        RateLimit(**wrong)


def test_whoever_asked_longest_ago_is_forgotten_first() -> None:
    limiter = Limiter(RateLimit(requests=1, seconds=3_600))
    for user in ("first", "second", *map(str, range(MOST_USERS - 2))):
        assert limiter.take(user) == 0
    # Asks again, so that the second one is now the oldest.
    assert limiter.take("first") > 0
    assert limiter.take("one more") == 0
    assert limiter.take("first") > 0
    assert limiter.take("second") == 0


async def test_a_service_that_sends_a_byte_now_and_then_is_given_up() -> None:
    ended = asyncio.Event()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        try:
            for byte in b"HTTP/1.1 200 OK\r\nx-slow: " + b"x" * 600:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.05)
        except ConnectionError:
            ended.set()
        finally:
            writer.close()

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    endpoint = AsyncEndpoint[None](
        base_url=f"http://127.0.0.1:{port}",
        api_key=KEY,
        origin=ORIGIN,
        authorize=lambda _: Caller("ada", {}),
        timeout=0.5,
        on_error=lambda _: None,
    )
    headers = OURS | {"origin": ORIGIN}
    start = time.monotonic()
    answer = await endpoint.answer(
        Asked("POST", lambda name: [headers[name]] if name in headers else [], None)
    )
    assert answer.status == 503
    # No byte came late: each step by itself was in time.
    assert 0.4 < time.monotonic() - start < 5
    # The connection is closed, and so the service is left.
    await asyncio.wait_for(ended.wait(), 5)
    server.close()
