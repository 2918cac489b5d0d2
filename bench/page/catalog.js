// The events of the catalog as an embed sends them. The stub in the iframe sends these, and the
// page's harness makes the few that it delivers without an embed.

const MINUTE = 60_000;

/** When the embed's session ends. All events of one session name the same time. */
const EXPIRY = Date.now() + 30 * MINUTE;
/** The end of the session after it. */
const NEXT_EXPIRY = EXPIRY + 24 * 60 * MINUTE;

const PATH = '/dashboard/sales-overview';

/**
 * What each kind of event carries. Optional fields are present, because each is one more field to
 * check. A text holds the message's number: no two messages of a pool are equal.
 */
const kinds = {
  ready: () => ({
    embedTenant: 'acme',
    deploymentId: 7,
    mode: 'signed',
    surface: 'dashboard',
    publicId: 'sales-overview',
  }),
  view: (number) => ({
    surface: 'dashboard',
    path: `${PATH}/region/${number}`,
    publicId: 'sales-overview',
    title: `Region ${number}`,
  }),
  navigate: (number) => ({ path: `${PATH}/region/${number}`, previousPath: PATH }),
  'dashboard-loaded': (number) => ({
    publicId: 'sales-overview',
    widgetCount: 12,
    loadDurationMs: 900 + number,
  }),
  download: (number) => ({
    format: 'csv',
    target: 'widget',
    widgetId: `widget-${number}`,
    title: 'Orders by region',
    rowCount: 1_200,
  }),
  drilldown: (number) => ({
    member: 'orders.revenue',
    value: 1_200 + number,
    widgetId: `widget-${number}`,
  }),
  'ai-query': (number) => ({
    query: `Revenue of region ${number} by month`,
    status: 'completed',
    chatId: `chat-${number}`,
    agentId: 'analyst',
  }),
  'session-expiring': () => ({ expiresAt: EXPIRY, expiresInMs: 30 * MINUTE }),
  'session-expired': () => ({ expiredAt: EXPIRY }),
  error: (number) => ({
    message: `The widget ${number} could not be rendered.`,
    name: 'QueryError',
    context: 'embed-render',
    fatal: false,
  }),
  // An error by its type; the bridge takes it for the refusal of a session id.
  rejection: () => ({
    message: 'The session id was refused.',
    name: 'EmbedSessionExchangeError',
    context: 'session-renewal',
    fatal: false,
  }),
  // The event of the session after the first.
  'next-expired': () => ({ expiredAt: NEXT_EXPIRY }),
};

const TYPES = { rejection: 'error', 'next-expired': 'session-expired' };

/** The payload of the message `number` of a kind. */
export const payloadOf = (kind, number) => kinds[kind](number);

/** The whole message. */
export function messageOf(kind, payload) {
  return {
    source: 'svc-embed',
    direction: 'event',
    type: `svc:event:${TYPES[kind] ?? kind}`,
    payload,
    // An embed reports a lapse after it has happened.
    timestamp: Math.max(Date.now(), payload.expiredAt ?? 0),
    surface: 'dashboard',
  };
}
