"""A backend that mints: FastAPI and httpx."""

import logging
import math
import os
import secrets
import time
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import Annotated

import httpx
import uvicorn
from fastapi import Body, Cookie, FastAPI, HTTPException, Request, Response

# This path is an assumption. `GET /api/v1/spec` of your tenant has the last word.
GENERATE_SESSION = "/api/v1/embed/generate-session"
PORT = int(os.environ.get("PORT", "3000"))
# The origin of your pages, such as https://app.example.com.
ORIGIN = os.environ.get("ORIGIN", f"http://localhost:{PORT}")


@asynccontextmanager
async def lifespan(app: FastAPI):
    # The API key goes from the environment to this client, and nowhere else.
    async with httpx.AsyncClient(
        base_url=os.environ["SVC_BASE_URL"],
        headers={"Authorization": f"Bearer {os.environ['SVC_API_KEY']}"},
        timeout=10,
    ) as client:
        app.state.service = client
        yield


app = FastAPI(lifespan=lifespan)

# Replace with your own sign-in. This example checks no password and never signs anyone out.
USERS = {"ada": {"company": "Acme Retail", "timezone": "Europe/Berlin"}}
signed_in: dict[str, str] = {}


@app.post("/login", status_code=204)
async def login(user: Annotated[str, Body(embed=True)], response: Response) -> None:
    if user not in USERS:
        raise HTTPException(401)
    token = secrets.token_urlsafe()
    signed_in[token] = user
    # On https, add `secure=True`.
    response.set_cookie("token", token, httponly=True, samesite="lax")


def refusal(request: Request) -> str | None:
    """Why a request is refused that no page of ours has sent. None if nothing is wrong."""
    site = request.headers.getlist("sec-fetch-site")
    origin = request.headers.getlist("origin")
    # Both headers come from the browser, and neither outweighs the other: a page of any host name that
    # leads to this server is `same-origin`. With `Sec-Fetch-Site` only, it is no POST of a browser.
    if site not in ([], ["same-origin"]) or origin != [ORIGIN] and (site or origin):
        return "Only pages of this origin may ask for a session."
    # No form can send it, not even one that somebody's markup has put into the page.
    if request.headers.getlist("x-svc-embed") != ["1"]:
        return "The header x-svc-embed: 1 is missing."
    return None


# A user may ask this often a minute. Counted in this process, for the users who asked last.
REQUESTS, WINDOW, MOST_USERS = 60, 60.0, 10_000
asked: OrderedDict[str, tuple[float, float]] = OrderedDict()


def seconds_to_wait(user_id: str) -> int:
    """Counts a request of a user. 0 if it is not one too many."""
    now = time.monotonic()
    left, at = asked.pop(user_id, (float(REQUESTS), now))
    left = min(float(REQUESTS), left + (now - at) * REQUESTS / WINDOW)
    asked[user_id] = (left - 1 if left >= 1 else left, now)
    if len(asked) > MOST_USERS:
        asked.popitem(last=False)
    return 0 if left >= 1 else math.ceil((1 - left) * WINDOW / REQUESTS)


@app.middleware("http")
async def store_nothing(request: Request, call_next):
    response = await call_next(request)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


# The endpoint.
@app.post("/api/embed-session")
async def embed_session(
    request: Request,
    token: Annotated[str | None, Cookie()] = None,
) -> dict[str, str]:
    if reason := refusal(request):
        raise HTTPException(403, reason)
    user_id = signed_in.get(token or "")
    if user_id is None:
        raise HTTPException(401)
    if wait := seconds_to_wait(user_id):
        raise HTTPException(429, headers={"Retry-After": str(wait)})
    user = USERS[user_id]
    try:
        answer = await app.state.service.post(
            GENERATE_SESSION,
            json={
                "embedTenantProfile": {"displayName": user["company"]},
                "settings": {"timezone": user["timezone"]},
            },
        )
        answer.raise_for_status()
        session_id = answer.json()["sessionId"]
    except (httpx.HTTPError, ValueError, KeyError) as error:
        # The reason is for your log. The page does not learn it.
        logging.error("No embed session: %s", error)
        # 503 if the service may succeed later, 502 if it refuses.
        status = error.response.status_code if isinstance(error, httpx.HTTPStatusError) else None
        is_down = status is None and isinstance(error, httpx.HTTPError)
        is_later = is_down or status == 429 or (status or 0) >= 500
        raise HTTPException(503 if is_later else 502) from error
    return {"sessionId": session_id}


if __name__ == "__main__":
    uvicorn.run(app, host="localhost", port=PORT)
