"""Checks a SCIM service with scim2-tester: `scim.py <address of the service> <token>`.

Prints each check that failed, and ends with 1 if there is one.
"""

import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

address, token = sys.argv[1:]
http = Client(base_url=address, headers={"Authorization": f"Bearer {token}"})
scim = SyncSCIMClient(http)
scim.discover()
results = check_server(scim)
failed = [result for result in results if result.status in (Status.ERROR, Status.CRITICAL)]
for result in failed:
    print(f"{result.status.name} {result.title}: {result.reason}")
print(f"{len(results)} checks of SCIM, {len(failed)} failed.")
sys.exit(1 if failed else 0)
