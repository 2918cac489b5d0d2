"""A backend that mints: Flask and svc-embed-server."""

import os
import secrets

from flask import Flask, Request, Response, abort, request
from svc_embed_server import Caller
from svc_embed_server.flask import session_endpoint

PORT = int(os.environ.get("PORT", "3000"))

app = Flask(__name__)

# Replace with your own sign-in. This example checks no password and never signs anyone out.
USERS = {"ada": {"company": "Acme Retail", "timezone": "Europe/Berlin"}}
signed_in: dict[str, str] = {}


@app.post("/login")
def login() -> Response:
    user = (request.get_json(silent=True) or {}).get("user")
    if user not in USERS:
        abort(401)
    token = secrets.token_urlsafe()
    signed_in[token] = user
    response = Response(status=204)
    # On https, add `secure=True`.
    response.set_cookie("token", token, httponly=True, samesite="Lax")
    return response


def authorize(request: Request) -> Caller | None:
    user_id = signed_in.get(request.cookies.get("token", ""))
    return None if user_id is None else Caller(user_id, session_of(USERS[user_id]))


def session_of(user: dict[str, str]) -> dict[str, object]:
    """What the service learns about a user. It decides what the user sees."""
    return {
        "embedTenantProfile": {"displayName": user["company"]},
        "settings": {"timezone": user["timezone"]},
    }


# The endpoint. The API key goes from the environment to it, and nowhere else.
app.add_url_rule(
    "/api/embed-session",
    view_func=session_endpoint(
        base_url=os.environ["SVC_BASE_URL"],
        api_key=os.environ["SVC_API_KEY"],
        # The origin of your pages, such as https://app.example.com.
        origin=os.environ.get("ORIGIN", f"http://localhost:{PORT}"),
        authorize=authorize,
    ),
)

if __name__ == "__main__":
    # For development. In production, a WSGI server such as gunicorn serves `app`.
    app.run(host="localhost", port=PORT)
