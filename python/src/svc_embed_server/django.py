"""For Django."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from .endpoint import Asked, Caller, Endpoint, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["session_endpoint"]


def session_endpoint(
    *,
    authorize: Callable[[HttpRequest], Caller | None],
    **options: Unpack[Options],
) -> Callable[[HttpRequest], HttpResponse]:
    """Makes the endpoint, a view. The options are those of `Endpoint`; `authorize` receives Django's
    request, with the user whom your middleware has found.

    The view needs no CSRF token: it compares the origin, and asks for a header that no form can send.

    ```python
    urlpatterns = [path("api/embed-session", session_endpoint(base_url=…, api_key=…, …))]
    ```
    """
    endpoint: Endpoint[HttpRequest] = Endpoint(authorize=authorize, **options)

    @csrf_exempt
    def embed_session(request: HttpRequest) -> HttpResponse:
        def header(name: str) -> Sequence[str]:
            # Servers join two headers of a name by a comma, which no right value has.
            value = request.headers.get(name)
            return [] if value is None else [value]

        answer = endpoint.answer(Asked(request.method or "", header, request))
        return HttpResponse(answer.body, status=answer.status, headers=dict(answer.headers))

    return embed_session
