/** The names of the catalog's ten events. */
export const EVENTS = [
  ...['ready', 'view', 'navigate', 'dashboard-loaded', 'download', 'drilldown', 'ai-query'],
  ...['session-expiring', 'session-expired', 'error'],
];
