// Generated from src/protocol by `npm run generate`; change the declarations there.

import { ABSENT, ANY, BOOLEAN, NULL, NUMBER, STRING } from './field-types.js';
import type { EventName } from './protocol.js';
import type { Report } from './report.js';
import { ERROR, EXPIRED, EXPIRING, NAVIGATE, NONE, READY, VIEW } from './report.js';

/** For each event: what it means for the session, and the types of its fields. */
export const EVENTS: Record<EventName, readonly [Report, Record<string, number>]> = {
  ready: [READY, { embedTenant: STRING | NULL, deploymentId: NUMBER | NULL, mode: STRING, surface: STRING, publicId: STRING | ABSENT }],
  view: [VIEW, { surface: STRING, path: STRING, publicId: STRING | ABSENT, title: STRING | ABSENT }],
  navigate: [NAVIGATE, { path: STRING, previousPath: STRING | ABSENT }],
  'dashboard-loaded': [NONE, { publicId: STRING | ABSENT, widgetCount: NUMBER | ABSENT, loadDurationMs: NUMBER | ABSENT }],
  download: [NONE, { format: STRING, target: STRING, widgetId: STRING | ABSENT, title: STRING | ABSENT, rowCount: NUMBER | ABSENT }],
  drilldown: [NONE, { member: STRING, value: ANY, widgetId: STRING | ABSENT }],
  'ai-query': [NONE, { query: STRING, status: STRING, chatId: STRING | ABSENT, agentId: STRING | ABSENT }],
  'session-expiring': [EXPIRING, { expiresAt: NUMBER, expiresInMs: NUMBER }],
  'session-expired': [EXPIRED, { expiredAt: NUMBER }],
  error: [ERROR, { message: STRING, name: STRING | ABSENT, context: STRING | ABSENT, fatal: BOOLEAN | ABSENT }],
};
