"""An endpoint that mints one-time session ids for pages that use svc-embed.

The modules `fastapi`, `django` and `flask` connect it to a framework. `Endpoint` and `AsyncEndpoint`
are for others.
"""

from .endpoint import Answer, Asked, AsyncEndpoint, Caller, Endpoint
from .limit import RateLimit

__all__ = ["Answer", "Asked", "AsyncEndpoint", "Caller", "Endpoint", "RateLimit"]
