// Generated from src/protocol by `npm run generate`; change the declarations there.

import type { EventName } from './protocol.js';
import type { Report } from './report.js';
import { ERROR, EXPIRED, EXPIRING, NONE, READY, VIEW } from './report.js';

/** The types that a field may have, one bit for each. */
export const STRING = 1;
export const NUMBER = 2;
export const BOOLEAN = 4;
export const NULL = 8;
export const UNDEFINED = 16;
export const OBJECT = 32;
export const OTHER = 64;
/** A field that is optional may be missing or null. */
export const ABSENT: number = NULL | UNDEFINED;
export const ANY = 127;

/** For each event: what it means for the session, and the types of its fields. */
export const EVENTS: Record<EventName, readonly [Report, Record<string, number>]> = {
  ready: [
    READY,
    {
      embedTenant: STRING | NULL,
      deploymentId: NUMBER | NULL,
      mode: STRING,
      surface: STRING,
      publicId: STRING | ABSENT,
    },
  ],
  view: [
    VIEW,
    {
      surface: STRING,
      path: STRING,
      publicId: STRING | ABSENT,
      title: STRING | ABSENT,
    },
  ],
  navigate: [NONE, { path: STRING, previousPath: STRING | ABSENT }],
  'dashboard-loaded': [
    NONE,
    {
      publicId: STRING | ABSENT,
      widgetCount: NUMBER | ABSENT,
      loadDurationMs: NUMBER | ABSENT,
    },
  ],
  download: [
    NONE,
    {
      format: STRING,
      target: STRING,
      widgetId: STRING | ABSENT,
      title: STRING | ABSENT,
      rowCount: NUMBER | ABSENT,
    },
  ],
  drilldown: [NONE, { member: STRING, value: ANY, widgetId: STRING | ABSENT }],
  'ai-query': [
    NONE,
    {
      query: STRING,
      status: STRING,
      chatId: STRING | ABSENT,
      agentId: STRING | ABSENT,
    },
  ],
  'session-expiring': [EXPIRING, { expiresAt: NUMBER, expiresInMs: NUMBER }],
  'session-expired': [EXPIRED, { expiredAt: NUMBER }],
  error: [
    ERROR,
    {
      message: STRING,
      name: STRING | ABSENT,
      context: STRING | ABSENT,
      fatal: BOOLEAN | ABSENT,
    },
  ],
};
