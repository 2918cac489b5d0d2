import { embedDashboard } from '@superset-ui/embedded-sdk';

export async function open({ target, origin, onEvent, getSession }) {
  // The library reads the token's expiry.
  const claims = btoa(JSON.stringify({ exp: Math.round(Date.now() / 1000) + 3600 }));
  const fetchGuestToken = async () => `e30.${claims}.${await getSession()}`;
  const options = { id: '1', supersetDomain: origin, mountPoint: target, fetchGuestToken };
  embedDashboard(options).then(({ observeDataMask }) => observeDataMask(onEvent));
}
