// The shape of the bridge that the present one replaced, measured once with this benchmark: the ratio
// to the floor for each event and state, the median of seven pairs of pages.

export const BEFORE = {
  commit: 'dc2246d',
  events: {
    'ready ready': 9.003,
    'view ready': 6.891,
    'navigate ready': 1.898,
    'dashboard-loaded ready': 2.039,
    'download ready': 2.108,
    'drilldown ready': 1.949,
    'ai-query ready': 2.064,
    'error ready': 2.363,
    'foreign ready': 1.473,
    'session-expiring renewing': 6.208,
    'session-expired renewing': 6.526,
    'rejection rejected': 7.342,
    'session-expiring renewed': 6.577,
    'session-expired renewed': 6.405,
  },
};
