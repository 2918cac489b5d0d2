import { SignedOutError, type SessionRequest } from 'svc-embed';

declare const TENANT: string;

/** The tenant's origin, which the build defines. */
export const tenant = TENANT;

/** Asks the page's backend for a session id. */
export async function getSession({ signal }: SessionRequest): Promise<string> {
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
    signal,
  });
  if (response.status === 401) throw new SignedOutError();
  if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
  return (await response.json()).sessionId;
}
