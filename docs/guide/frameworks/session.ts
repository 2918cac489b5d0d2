import { SignedOutError, type SessionRequest } from 'svc-embed';

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
