"""A backend that mints: FastAPI and httpx."""

import logging
import os
import secrets
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
signed_in: dict[str, dict[str, str]] = {}


@app.post("/login", status_code=204)
async def login(user: Annotated[str, Body(embed=True)], response: Response) -> None:
    if user not in USERS:
        raise HTTPException(401)
    token = secrets.token_urlsafe()
    signed_in[token] = USERS[user]
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


# The endpoint.
@app.post("/api/embed-session")
async def embed_session(
    request: Request,
    response: Response,
    token: Annotated[str | None, Cookie()] = None,
) -> dict[str, str]:
    no_store = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    if reason := refusal(request):
        raise HTTPException(403, reason, headers=no_store)
    user = signed_in.get(token or "")
    if user is None:
        raise HTTPException(401, headers=no_store)
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
        raise HTTPException(502, headers=no_store) from error
    response.headers.update(no_store)
    return {"sessionId": session_id}


if __name__ == "__main__":
    uvicorn.run(app, host="localhost", port=PORT)
