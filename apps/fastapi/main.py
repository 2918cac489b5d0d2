"""A backend that mints: FastAPI and httpx. `sign_in.py` is yours: the app, and who is signed in."""

import json
import logging
import os
import time

import anyio
import httpx
from fastapi import HTTPException, Request, Response
from sign_in import app, user_of

# The path is an assumption: `GET /api/v1/spec` of your tenant shows it.
PATH = os.environ.get("SVC_SESSION_PATH", "/api/v1/embed/generate-session")
URL = os.environ["SVC_BASE_URL"].rstrip("/") + PATH
# Without compression, no small answer unpacks to a large one.
HEADERS = {"authorization": f"Bearer {os.environ['SVC_API_KEY']}", "accept-encoding": "identity"}
TLS = httpx.create_ssl_context()
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
NO_STORE = {"cache-control": "no-store"}
paid_until: dict[str, float] = {}


@app.api_route("/api/embed-session", methods=METHODS)
async def embed_session(request: Request, response: Response) -> dict[str, str]:
    header, now = request.headers.getlist, time.monotonic()
    if request.method != "POST":
        raise HTTPException(405, "Use POST.", NO_STORE | {"allow": "POST"})
    is_own = header("origin") == [os.environ["ORIGIN"]] and header("x-svc-embed") == ["1"]
    if not is_own or header("sec-fetch-site") not in ([], ["same-origin"]):
        raise HTTPException(403, "Only a script of your own pages may ask.", NO_STORE)
    if (user := user_of(request)) is None:
        raise HTTPException(401, "Nobody is signed in.", NO_STORE)
    # A user may ask 60 times at once, and then once a second.
    until = max(paid_until.get(user.id, now), now) + 1
    if until > now + 60:
        raise HTTPException(429, "There were too many requests.", NO_STORE | {"retry-after": "1"})
    paid_until[user.id] = until
    response.headers.update(NO_STORE)
    return {"sessionId": await mint(user.session)}


async def mint(session: dict[str, object]) -> str:
    body, status, reason = b"", 503, "no session id"
    try:
        with anyio.fail_after(10):
            # A client for each request: it keeps no cookies, and no connection of an event loop.
            async with httpx.AsyncClient(headers=HEADERS, timeout=10, verify=TLS) as client:
                async with client.stream("POST", URL, json=session) as answer:
                    async for part in answer.aiter_raw():
                        if len(body := body + part) > 64 * 1024:
                            break
        status = answer.status_code
        session_id = json.loads(body)["sessionId"]
        if answer.is_success and isinstance(session_id, str) and session_id:
            return session_id
    except Exception as error:
        reason = type(error).__name__
    logging.error("No session was minted: %s, status %s.", reason, status)
    raise HTTPException(503 if status == 429 or status >= 500 else 502, "No session.", NO_STORE)
