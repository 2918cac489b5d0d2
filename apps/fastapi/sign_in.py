"""Replace with your own sign-in. This example checks no password and never signs anyone out."""

import secrets
from typing import Annotated, NamedTuple

from fastapi import Body, FastAPI, HTTPException, Request, Response


class User(NamedTuple):
    id: str
    # What the service learns about the user. It decides what the user sees.
    session: dict[str, object]


SESSION = {
    "embedTenantProfile": {"displayName": "Acme Retail"},
    "settings": {"timezone": "Europe/Berlin"},
}
signed_in: dict[str, User] = {}
app = FastAPI()


@app.post("/login", status_code=204)
async def login(user: Annotated[str, Body(embed=True)], response: Response) -> None:
    if user != "ada":
        raise HTTPException(401)
    token = secrets.token_urlsafe()
    signed_in[token] = User(user, SESSION)
    # On https, add `secure=True`.
    response.set_cookie("token", token, httponly=True, samesite="lax")


def user_of(request: Request) -> User | None:
    return signed_in.get(request.cookies.get("token", ""))
