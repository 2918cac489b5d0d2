"""How often one user may ask."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_USERS = 10_000
"""The number of users that are remembered. Whoever asked longest ago is forgotten first."""


@dataclass(frozen=True)
class RateLimit:
    """`requests` at once, which refill evenly over `seconds`. Counted in this process."""

    requests: int = 60
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if self.requests < 1 or int(self.requests) != self.requests:
            raise ValueError("requests must be a whole number from 1 on.")
        if not 0 < self.seconds < math.inf:
            raise ValueError("seconds must be a number above 0.")


class Limiter:
    """Counts requests. Threads may share it."""

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        # For each user the requests that are left and when they were counted; who asked last is at the end.
        self._users: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, user_id: str) -> float:
        """Counts a request of a user. Returns the seconds to wait: 0 if it is not one too many."""
        now = time.monotonic()
        per_request = self._limit.seconds / self._limit.requests
        with self._lock:
            left, at = self._users.pop(user_id, (float(self._limit.requests), now))
            left = min(float(self._limit.requests), left + (now - at) / per_request)
            is_allowed = left >= 1
            self._users[user_id] = (left - 1 if is_allowed else left, now)
            if len(self._users) > MOST_USERS:
                self._users.popitem(last=False)
        return 0.0 if is_allowed else (1 - left) * per_request
