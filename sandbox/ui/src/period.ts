// The periods that a viewer can choose, as time ranges of the queries.

import type { Range } from './api';
import { state, type Period } from './state';

export const periods: readonly Period[] = ['30d', '90d', '6m', '12m'];

export const granularity = (): 'day' | 'month' => (state.period.endsWith('d') ? 'day' : 'month');

export const currentRange = (): Range => ({
  unit: granularity(),
  count: Number.parseInt(state.period, 10),
});
