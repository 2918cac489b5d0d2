// What the endpoint of sessions is for.

import { textOf } from '../management/values.js';
import { HEADERS, isFullText, isRecord, Refused, type Purpose } from './endpoint.js';
import type { Authorized, SessionClient, SessionEndpointOptions } from './options.js';

export function minting(
  options: Pick<SessionEndpointOptions<never>, 'timeoutMs'>,
): Purpose<SessionClient, Authorized> {
  const { timeoutMs = 10_000 } = options;
  return {
    failure: 'No session was minted.',
    options: ['timeoutMs'],
    isClient: (client) => typeof client?.embedSessions?.generate === 'function',
    fields: { userId: ['a text', isFullText], session: ['an object', isRecord] },
    serve: async ({ embedSessions }, { session }, { signal }) => {
      const answer: unknown = await embedSessions.generate(session, {
        __proto__: null,
        ...{ signal, timeoutMs },
      } as { signal?: AbortSignal | undefined });
      const sessionId = textOf(answer, 'sessionId');
      if (!sessionId) throw new Refused('The service answered without a session id.');
      return { status: 200, headers: HEADERS, body: JSON.stringify({ sessionId }) };
    },
  };
}
