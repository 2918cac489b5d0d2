// The periods that a viewer can choose, as time ranges of the queries.

import type { Range } from './api';
import { state, type Period } from './state';

export const periods: readonly Period[] = ['30d', '90d', '6m', '12m'];

const LENGTHS: Record<Period, { range: Range; granularity: 'day' | 'month' }> = {
  '30d': { range: { unit: 'day', count: 30 }, granularity: 'day' },
  '90d': { range: { unit: 'day', count: 90 }, granularity: 'day' },
  '6m': { range: { unit: 'month', count: 6 }, granularity: 'month' },
  '12m': { range: { unit: 'month', count: 12 }, granularity: 'month' },
};

export function currentRange(): Range {
  return LENGTHS[state.period].range;
}

export function granularity(): 'day' | 'month' {
  return LENGTHS[state.period].granularity;
}

export function comparableRanges(): { current: Range; previous: Range } {
  const current = currentRange();
  return { current, previous: { ...current, back: 1 } };
}
