"""For Flask."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Request, Response, request

from .endpoint import Asked, Caller, Endpoint, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["session_endpoint"]

METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")


def session_endpoint(
    *,
    authorize: Callable[[Request], Caller | None],
    **options: Unpack[Options],
) -> Callable[[], Response]:
    """Makes the endpoint, a view. The options are those of `Endpoint`; `authorize` receives Flask's
    request.

    ```python
    app.add_url_rule("/api/embed-session", view_func=session_endpoint(base_url=…, api_key=…, …))
    ```
    """
    endpoint: Endpoint[Request] = Endpoint(authorize=authorize, **options)

    def embed_session() -> Response:
        # The request itself, which `authorize` may hand on.
        own: Request = request._get_current_object()  # type: ignore[attr-defined]
        asked = Asked(own.method, own.headers.getlist, own)
        answer = endpoint.answer(asked)
        return Response(answer.body, answer.status, dict(answer.headers))

    # Flask reads both: it passes every method on, so that the endpoint's own 405 is the answer.
    embed_session.methods = METHODS  # type: ignore[attr-defined]
    embed_session.provide_automatic_options = False  # type: ignore[attr-defined]
    return embed_session
