"""A backend that mints: Django and svc-embed-server, in one file."""

import json
import os
import secrets
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from svc_embed_server import Caller
from svc_embed_server.django import session_endpoint

PORT = int(os.environ.get("PORT", "3000"))

settings.configure(
    ALLOWED_HOSTS=["localhost"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.environ.get("DJANGO_SECRET_KEY") or secrets.token_urlsafe(),
)

# Replace with your own sign-in. This example checks no password and never signs anyone out.
USERS = {"ada": {"company": "Acme Retail", "timezone": "Europe/Berlin"}}
signed_in: dict[str, str] = {}


@csrf_exempt
def login(request: HttpRequest) -> HttpResponse:
    user = json.loads(request.body).get("user")
    if request.method != "POST" or user not in USERS:
        return HttpResponse(status=401)
    token = secrets.token_urlsafe()
    signed_in[token] = user
    response = HttpResponse(status=204)
    # On https, add `secure=True`.
    response.set_cookie("token", token, httponly=True, samesite="Lax")
    return response


def authorize(request: HttpRequest) -> Caller | None:
    user_id = signed_in.get(request.COOKIES.get("token", ""))
    return None if user_id is None else Caller(user_id, session_of(USERS[user_id]))


def session_of(user: dict[str, str]) -> dict[str, object]:
    """What the service learns about a user. It decides what the user sees."""
    return {
        "embedTenantProfile": {"displayName": user["company"]},
        "settings": {"timezone": user["timezone"]},
    }


# The endpoint. The API key goes from the environment to it, and nowhere else.
embed_session = session_endpoint(
    base_url=os.environ["SVC_BASE_URL"],
    api_key=os.environ["SVC_API_KEY"],
    # The origin of your pages, such as https://app.example.com.
    origin=os.environ.get("ORIGIN", f"http://localhost:{PORT}"),
    authorize=authorize,
)

urlpatterns = [path("login", login), path("api/embed-session", embed_session)]

if __name__ == "__main__":
    # For development. In production, a WSGI server such as gunicorn serves your project.
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", f"localhost:{PORT}"])
