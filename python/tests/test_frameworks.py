"""The same endpoint in FastAPI, Flask and Django: every method, every header and the answer pass
through each of them unchanged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import django.test
import httpx
import pytest
from conftest import KEY, ORIGIN, OURS, Running
from django.urls import path
from fastapi import FastAPI
from flask import Flask
from svc_embed_server import Caller
from svc_embed_server import django as of_django
from svc_embed_server import fastapi as of_fastapi
from svc_embed_server import flask as of_flask

Answered = tuple[int, dict[str, str], dict[str, Any]]
Send = Callable[[str, dict[str, str]], Answered]

urlpatterns: list[Any] = []


def authorize(request: Any) -> Caller | None:
    user = request.headers.get("user")
    return Caller(user, {}) if user else None


async def authorize_later(request: Any) -> Caller | None:
    return authorize(request)


@pytest.fixture(params=["FastAPI", "Flask", "Django"])
def send(request: pytest.FixtureRequest, running: Running) -> Send:
    """Sends a request to the endpoint in an app of the framework."""
    given: dict[str, Any] = {"base_url": running.origin, "api_key": KEY, "origin": ORIGIN}
    if request.param == "FastAPI":
        app = FastAPI()
        route = of_fastapi.session_route("/api/embed-session", **given, authorize=authorize_later)
        app.router.routes.append(route)

        async def ask(method: str, headers: dict[str, str]) -> httpx.Response:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                return await client.request(method, "/api/embed-session", headers=headers)

        def by_fastapi(method: str, headers: dict[str, str]) -> Answered:
            answer = asyncio.run(ask(method, headers))
            return answer.status_code, dict(answer.headers), answer.json()

        return by_fastapi
    if request.param == "Flask":
        flask = Flask(__name__)
        view = of_flask.session_endpoint(**given, authorize=authorize)
        flask.add_url_rule("/api/embed-session", view_func=view)

        def by_flask(method: str, headers: dict[str, str]) -> Answered:
            answer = flask.test_client().open("/api/embed-session", method=method, headers=headers)
            lower = {name.lower(): value for name, value in answer.headers.items()}
            return answer.status_code, lower, json.loads(answer.data)

        return by_flask
    urlpatterns[:] = [
        path("api/embed-session", of_django.session_endpoint(**given, authorize=authorize))
    ]

    def by_django(method: str, headers: dict[str, str]) -> Answered:
        # As strict as a deployed app: the view must not need a CSRF token.
        client = django.test.Client(enforce_csrf_checks=True)
        with django.test.override_settings(
            ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"]
        ):
            answer = client.generic(method, "/api/embed-session", headers=headers)
        lower = {name.lower(): value for name, value in answer.items()}
        return answer.status_code, lower, json.loads(answer.content)

    return by_django


def test_a_user_gets_an_id(send: Send, running: Running) -> None:
    status, headers, body = send("POST", {**OURS, "user": "ada"})
    assert (status, body) == (200, {"sessionId": "an-id-of-a-test"})
    assert headers["cache-control"] == "no-store"
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"
    assert running.asked == [f"Bearer {KEY}"]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_another_method_is_refused_by_the_endpoint_itself(send: Send, method: str) -> None:
    status, headers, body = send(method, {**OURS, "user": "ada"})
    assert (status, body) == (405, {"error": "Use POST."})
    assert headers["allow"] == "POST"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"user": ""}, 401),
        ({"origin": "https://evil.example.com"}, 403),
        ({"origin": f"{ORIGIN}, {ORIGIN}"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"x-svc-embed": ""}, 403),
    ],
)
def test_nobody_else_gets_one(
    send: Send, running: Running, change: dict[str, str], status: int
) -> None:
    assert send("POST", {**OURS, "user": "ada", **change})[0] == status
    assert running.asked == []
