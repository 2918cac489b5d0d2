import { embedDashboard } from '@superset-ui/embedded-sdk';

export async function open({ target, origin, onEvent, getSession }) {
  // It reads the token's expiry, and renews by a timer that it sets from it.
  const claims = btoa(JSON.stringify({ exp: Math.round(Date.now() / 1000) + 3600 }));
  const fetchGuestToken = async () => `e30.${claims}.${await getSession()}`;
  const options = { id: '1', supersetDomain: origin, mountPoint: target, fetchGuestToken };
  embedDashboard(options).then(({ observeDataMask }) => observeDataMask(onEvent));
}
