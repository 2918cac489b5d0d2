"""Asks the service for a session id."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx

GENERATE_SESSION = "/api/v1/embed/generate-session"
"""Presumed: the service's description names the operation and not its path. `GET /api/v1/spec` of a
tenant has the last word."""

MOST_BYTES = 64 * 1024
"""An answer with a session id is far smaller."""

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class ServiceDown(Exception):
    """The service failed, or did not answer in time. It may succeed later."""


class ServiceRefused(Exception):
    """The service refused, or its answer has no session id."""


def address_of(base_url: str) -> str:
    """The address of the operation. Raises if the API key could be read on its way there."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    is_local = host in LOOPBACK or host.endswith(".localhost")
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and is_local)):
        raise ValueError("base_url must be an https URL, such as https://acme.example.com.")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("base_url must have no credentials, no query and no fragment.")
    return base_url.rstrip("/") + GENERATE_SESSION


def headers_of(api_key: str) -> dict[str, str]:
    """The headers of each request. Raises if the key cannot be one."""
    if not api_key or not api_key.isascii() or not api_key.isprintable() or " " in api_key:
        # Without the value: it may be most of a key.
        raise ValueError("api_key must be the text of an API key. Is the variable set?")
    return {"authorization": f"Bearer {api_key}", "accept": "application/json"}


class Reading:
    """The body of an answer, up to a size and a time."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, part: bytes) -> None:
        """Keeps a part of the body, as it is after decompression."""
        self._size += len(part)
        if self._size > MOST_BYTES:
            raise ServiceRefused(f"the answer has more than {MOST_BYTES} bytes")
        if time.monotonic() > self._end:
            raise ServiceDown("the answer did not end in time")
        self._parts.append(part)

    def session_id(self, status: int) -> str:
        """The session id of the whole answer."""
        if status == 429 or status >= 500:
            raise ServiceDown(f"the service answered {status}")
        if not 200 <= status < 300:
            raise ServiceRefused(f"the service answered {status}")
        try:
            found: Any = json.loads(b"".join(self._parts))
        except (ValueError, RecursionError):
            raise ServiceRefused("the answer is no JSON") from None
        session_id = found.get("sessionId") if isinstance(found, dict) else None
        if not isinstance(session_id, str) or not session_id:
            raise ServiceRefused("the answer has no session id")
        return session_id


def mint(client: httpx.Client, address: str, session: Mapping[str, object], seconds: float) -> str:
    """Mints a session id."""
    reading = Reading(seconds)
    try:
        with client.stream("POST", address, json=session, timeout=seconds) as answer:
            for part in answer.iter_bytes():
                reading.add(part)
            return reading.session_id(answer.status_code)
    except httpx.HTTPError as error:
        raise ServiceDown(type(error).__name__) from error


async def mint_async(
    client: httpx.AsyncClient, address: str, session: Mapping[str, object], seconds: float
) -> str:
    """The same, without blocking, and with one limit for the whole: a service that sends a byte now and
    then is given up, too."""
    reading = Reading(seconds)
    try:
        # httpx brings anyio, which knows of the loop that runs.
        with anyio.fail_after(seconds):
            async with client.stream("POST", address, json=session, timeout=seconds) as answer:
                async for part in answer.aiter_bytes():
                    reading.add(part)
                return reading.session_id(answer.status_code)
    except TimeoutError as error:
        raise ServiceDown("the service did not answer in time") from error
    except httpx.HTTPError as error:
        raise ServiceDown(type(error).__name__) from error
