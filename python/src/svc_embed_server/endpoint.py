"""Whom the endpoint serves, and what it answers. Knows no framework.

The checks are in the order of the answers: 405, 403, 401, 429, and then the service is asked. The
answers are those of `sessionEndpoint` of the npm package: `tests/fixtures/session_endpoint.json` holds
both to them.
"""

from __future__ import annotations

import inspect
import json
import logging
import math
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar
from urllib.parse import urlsplit

import httpx

from .limit import Limiter, RateLimit
from .service import ServiceDown, ServiceRefused, address_of, headers_of, mint, mint_async

if TYPE_CHECKING:
    from typing_extensions import Unpack

R = TypeVar("R")
"""The framework's own request."""

FAILURE = "No session was minted."
# So many origins of pages that were refused are named.
MOST_TOLD = 5
OTHER_ORIGIN = (
    "Only pages of this origin may ask for a session. Serve the endpoint on the origin of your page, "
    "through a proxy if need be, and set its option origin to that."
)
NO_HEADER = (
    "The header x-svc-embed: 1 is missing. It shows that a script of your page asks, and no form. "
    "Send it: fetch(url, { method: 'POST', headers: { 'x-svc-embed': '1' } })."
)
HEADERS = {
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
}

log = logging.getLogger("svc_embed_server")


class _Needed(TypedDict):
    base_url: str
    api_key: str
    origin: str


class Options(_Needed, total=False):
    """The options of every endpoint, except `authorize`. `Endpoint` describes them."""

    rate_limit: RateLimit | None
    timeout: float
    on_error: Callable[[Exception], object] | None


@dataclass(frozen=True)
class Caller:
    """A user who gets a session."""

    user_id: str
    """Your own id of the user. The endpoint counts requests by it, and sends it nowhere."""

    session: Mapping[str, object]
    """What the service learns about the user: the body of session generation. It decides what the
    user sees, so take it from your own records and never from the request's body."""


@dataclass(frozen=True)
class Asked(Generic[R]):
    """A request."""

    method: str
    header: Callable[[str], Sequence[str]]
    """The values of a header, by its name in lower case."""

    request: R
    """The framework's own request, for `authorize`."""


@dataclass(frozen=True)
class Answer:
    """An answer."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=lambda: HEADERS)


def refusal(status: int, error: str, **headers: str) -> Answer:
    """An answer without a session id."""
    body = json.dumps({"error": error}).encode()
    return Answer(status, body, HEADERS | {n.replace("_", "-"): v for n, v in headers.items()})


def origin_of(url: str) -> str:
    """The origin of a URL, as browsers write it."""
    parts = urlsplit(url)
    # A list of origins, with commas, would be read as one host, which no page has.
    if parts.scheme not in ("http", "https") or not parts.hostname or "," in parts.netloc:
        raise ValueError("origin must be the URL of your pages, such as https://app.example.com.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    is_usual = parts.port in (None, 443 if parts.scheme == "https" else 80)
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{parts.port}")


class _Endpoint(Generic[R]):
    """What both kinds of endpoint share: everything but the two calls that may wait."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        origin: str,
        rate_limit: RateLimit | None = RateLimit(),  # noqa: B008  (it is frozen)
        timeout: float = 10.0,
        on_error: Callable[[Exception], object] | None = None,
    ) -> None:
        self._address = address_of(base_url)
        self._headers = headers_of(api_key)
        self._origin = origin_of(origin)
        self._limiter = None if rate_limit is None else Limiter(rate_limit)
        self._timeout = timeout
        self._on_error = on_error
        self._refused_origins: set[str] = set()

    def _refused(self, asked: Asked[R]) -> Answer | None:
        """Why a request is refused that no page of the origin has sent. None if nothing is wrong."""
        site, origin = list(asked.header("sec-fetch-site")), list(asked.header("origin"))
        # Both headers come from the browser, and neither outweighs the other: a page of any host name
        # that leads to this server is `same-origin`. With `Sec-Fetch-Site` only, it is no POST of a
        # browser. With neither, it is no browser.
        is_own = site in ([], ["same-origin"]) and (
            origin == [self._origin] or not (site or origin)
        )
        if origin and not is_own:
            # A browser first asks by OPTIONS for a page of another origin, and sends no POST then.
            self._tell_of_refusal(origin[0])
        if asked.method != "POST":
            return refusal(405, "Use POST.", allow="POST")
        if not is_own:
            return refusal(403, OTHER_ORIGIN)
        # No form can send it, not even one that somebody's markup has put into the page.
        if list(asked.header("x-svc-embed")) != ["1"]:
            return refusal(403, NO_HEADER)
        return None

    def _tell_of_refusal(self, origin: str) -> None:
        """Names the page: the answer goes only to that. A few times, so that no stranger fills the log."""
        own, told = self._origin, self._refused_origins
        if origin in told or len(told) == MOST_TOLD:
            return
        told.add(origin)
        # If the page is right, `Sec-Fetch-Site` says that the endpoint is elsewhere.
        why = "The endpoint has another origin" if origin == own else f"The option origin is {own}"
        page = _one_line(origin[:100])
        _log(
            logging.WARNING,
            lambda: f"A page of {page} was refused. {why}. {OTHER_ORIGIN}",
        )

    def _admitted(self, caller: object) -> Caller | Answer:
        """The caller, if he gets a session, and otherwise the answer that says why not."""
        if caller is None:
            return refusal(401, "Nobody is signed in.")
        caller = _checked(caller)
        wait = self._limiter.take(caller.user_id) if self._limiter else 0.0
        if wait > 0:
            seconds = str(math.ceil(wait))
            return refusal(429, "There were too many requests.", retry_after=seconds)
        return caller

    def _failed(self, error: Exception) -> Answer:
        """The answer to a failure: 503 if the service may succeed later, 502 if it refuses, 500 if the
        mistake is in this backend. None of them is 401 or 403, which a page takes for a sign-out."""
        if self._on_error is None:
            _log_error(FAILURE, error)
        else:
            try:
                returned = self._on_error(error)
                if inspect.iscoroutine(returned):
                    # Nobody awaits it. Closed, so that Python does not warn of that, too.
                    returned.close()
                    raise TypeError("on_error must not be a coroutine function")
            except Exception as raised:
                # The answer is more important than the log.
                _log_error("on_error has failed.", raised)
                _log_error(FAILURE, error)
        if isinstance(error, ServiceDown):
            return refusal(503, FAILURE)
        return refusal(502 if isinstance(error, ServiceRefused) else 500, FAILURE)


def _minted(session_id: str) -> Answer:
    return Answer(200, json.dumps({"sessionId": session_id}).encode())


def _checked(caller: object) -> Caller:
    """What `authorize` has returned. The error names what is wrong, and not its value, which may be an
    id."""
    wanted = "authorize must return a Caller with a user_id, or None."
    if not isinstance(caller, Caller):
        raise TypeError(f"{wanted} It has returned {_kind_of(caller)}.")
    if not isinstance(caller.user_id, str) or not caller.user_id:
        raise TypeError(f"{wanted} user_id must be a text; it is {_kind_of(caller.user_id)}.")
    if not isinstance(caller.session, Mapping):
        raise TypeError(f"{wanted} session must be a mapping; it is {_kind_of(caller.session)}.")
    return caller


def _kind_of(value: object) -> str:
    if inspect.iscoroutine(value):
        value.close()
        return "a coroutine, which nobody has awaited"
    return "empty" if value == "" else f"a value of the type {type(value).__name__}"


def _log_error(what: str, error: Exception) -> None:
    _log(logging.ERROR, lambda: f"{what} {type(error).__name__}: {_one_line(str(error))}")


def _log(level: int, text: Callable[[], str]) -> None:
    try:
        log.log(level, "%s", text())
    except Exception:
        # An error whose text raises, or a filter of the logger's.
        logging.getLogger(__name__).debug("nothing was logged", exc_info=True)


def _one_line(text: str) -> str:
    """A text in one line of a log: without line breaks and codes of a terminal."""
    return "".join(
        mark if unicodedata.category(mark)[0] != "C" and mark not in "\u2028\u2029" else " "
        for mark in text
    )


class Endpoint(_Endpoint[R]):
    """An endpoint for servers that run each request in a thread, such as Django's and Flask's.

    - `base_url`: the tenant's URL, such as `https://acme.example.com`. Plain http is accepted only on
      loopback hosts.
    - `api_key`: your API key. It goes to `base_url` and nowhere else.
    - `origin`: the origin of your pages, such as `https://app.example.com`. The logger
      `svc_embed_server` names the first five pages that are refused.
    - `authorize`: decides whom the endpoint serves, by your own sign-in. `None` means that nobody is
      signed in; the answer is then 401.
    - `rate_limit`: how often one user may ask; 60 requests a minute by default. `None` for a limiter of
      your own.
    - `timeout`: how long the service may take, in seconds. Default 10. Here it is the limit of each
      step of the request; an `AsyncEndpoint` limits the whole.
    - `on_error`: receives the reason of an answer that is 500 or more. By default it goes to the
      logger `svc_embed_server`, as one line. The page does not learn it. If it raises, the logger gets both
      errors.

    Raises `ValueError` if an option is wrong.
    """

    def __init__(
        self,
        *,
        authorize: Callable[[R], Caller | None],
        transport: httpx.BaseTransport | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(**options)
        self._authorize = authorize
        self._client = httpx.Client(headers=self._headers, transport=transport, trust_env=False)

    def answer(self, asked: Asked[R]) -> Answer:
        """Answers a request. Never raises."""
        if refused := self._refused(asked):
            return refused
        try:
            caller = self._admitted(self._authorize(asked.request))
            if isinstance(caller, Answer):
                return caller
            return _minted(mint(self._client, self._address, caller.session, self._timeout))
        except Exception as error:
            return self._failed(error)


class AsyncEndpoint(_Endpoint[R]):
    """An endpoint for asynchronous servers, such as FastAPI's. The options are those of `Endpoint`;
    `authorize` may be a coroutine function."""

    def __init__(
        self,
        *,
        authorize: Callable[[R], Caller | Awaitable[Caller | None] | None],
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(**options)
        self._authorize = authorize
        self._client = httpx.AsyncClient(
            headers=self._headers, transport=transport, trust_env=False
        )

    async def answer(self, asked: Asked[R]) -> Answer:
        """Answers a request. Never raises, unless it is cancelled."""
        if refused := self._refused(asked):
            return refused
        try:
            authorized = self._authorize(asked.request)
            authorized = await authorized if inspect.isawaitable(authorized) else authorized
            caller = self._admitted(authorized)
            if isinstance(caller, Answer):
                return caller
            session = caller.session
            return _minted(await mint_async(self._client, self._address, session, self._timeout))
        except Exception as error:
            return self._failed(error)
