"""For Flask."""

from __future__ import annotations

from collections.abc import Callable

from flask import Request, Response, request

from .endpoint import Asked, Caller, Endpoint
from .limit import RateLimit

__all__ = ["session_endpoint"]

METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")


def session_endpoint(
    *,
    base_url: str,
    api_key: str,
    origin: str,
    authorize: Callable[[Request], Caller | None],
    rate_limit: RateLimit | None = RateLimit(),  # noqa: B008  (it is frozen)
    timeout: float = 10.0,
    on_error: Callable[[Exception], object] | None = None,
) -> Callable[[], Response]:
    """Makes the endpoint, a view. The options are those of `Endpoint`; `authorize` receives Flask's
    request.

    ```python
    app.add_url_rule("/api/embed-session", view_func=session_endpoint(base_url=…, api_key=…, …))
    ```
    """
    endpoint: Endpoint[Request] = Endpoint(
        base_url=base_url,
        api_key=api_key,
        origin=origin,
        authorize=authorize,
        rate_limit=rate_limit,
        timeout=timeout,
        on_error=on_error,
    )

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
