"""A backend that mints: FastAPI and svc-embed-server."""

import os
import secrets
from typing import Annotated

import uvicorn
from fastapi import Body, FastAPI, HTTPException, Request, Response
from svc_embed_server import Caller
from svc_embed_server.fastapi import session_route

PORT = int(os.environ.get("PORT", "3000"))

app = FastAPI()

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


async def authorize(request: Request) -> Caller | None:
    user_id = signed_in.get(request.cookies.get("token", ""))
    return None if user_id is None else Caller(user_id, session_of(USERS[user_id]))


def session_of(user: dict[str, str]) -> dict[str, object]:
    """What the service learns about a user. It decides what the user sees."""
    return {
        "embedTenantProfile": {"displayName": user["company"]},
        "settings": {"timezone": user["timezone"]},
    }


# The endpoint. The API key goes from the environment to it, and nowhere else.
app.router.routes.append(
    session_route(
        "/api/embed-session",
        base_url=os.environ["SVC_BASE_URL"],
        api_key=os.environ["SVC_API_KEY"],
        # The origin of your pages, such as https://app.example.com.
        origin=os.environ.get("ORIGIN", f"http://localhost:{PORT}"),
        authorize=authorize,
    )
)

if __name__ == "__main__":
    uvicorn.run(app, host="localhost", port=PORT)
