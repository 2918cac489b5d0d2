"""For FastAPI and Starlette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .endpoint import Asked, AsyncEndpoint, Caller, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["session_route"]


class _Asgi:
    """An ASGI application. A function would be given POST alone, and Starlette's own 405 may be
    stored."""

    def __init__(self, endpoint: AsyncEndpoint[Request]) -> None:
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        asked = Asked(request.method, request.headers.getlist, request)
        answer = await self._endpoint.answer(asked)
        response = Response(answer.body, answer.status, dict(answer.headers))
        await response(scope, receive, send)


def session_route(
    path: str,
    *,
    authorize: Callable[[Request], Caller | Awaitable[Caller | None] | None],
    **options: Unpack[Options],
) -> Route:
    """Makes the endpoint, a route. The options are those of `AsyncEndpoint`; `authorize` receives
    Starlette's request.

    ```python
    route = session_route("/api/embed-session", base_url=…, api_key=…, origin=…, authorize=…)
    app.router.routes.append(route)
    ```
    """
    endpoint: AsyncEndpoint[Request] = AsyncEndpoint(authorize=authorize, **options)
    return Route(path, _Asgi(endpoint))
