// One number, and its change since the period before.

import { query, type Member } from '../api';
import { h, icon } from '../dom';
import type { Filter } from '../filters';
import { change, measured, nameOf, words } from '../language';
import { comparableRanges } from '../period';
import { state } from '../state';
import { widget, type Widget } from './widget';

interface Data {
  current: number;
  previous: number;
}

export function kpi(
  id: string,
  width: number,
  measure: Member,
  good: 'up' | 'down',
  filters: () => Filter[],
): Widget {
  return widget<Data>({
    id,
    kind: 'kpi',
    width,
    title: () => nameOf(measure),
    isEmpty: () => false,
    async fetch() {
      const ask = async (range: ReturnType<typeof comparableRanges>['current']) => {
        const [row] = await query({
          measures: [measure],
          range,
          filters: filters(),
          timezone: state.timezone,
        });
        return Number(row?.[measure] ?? 0);
      };
      const { current, previous } = comparableRanges();
      const [now, before] = await Promise.all([ask(current), ask(previous)]);
      return { current: now, previous: before };
    },
    show(body, data) {
      body.replaceChildren(
        h('p', { class: 'kpi-value' }, measured(measure, data.current)),
        comparison(data, good),
      );
    },
  });
}

function comparison({ current, previous }: Data, good: 'up' | 'down'): HTMLElement {
  if (previous === 0) return h('p', { class: 'kpi-comparison' }, words().noComparison);
  const ratio = current / previous - 1;
  const way = ratio >= 0 ? 'up' : 'down';
  const tone = Math.abs(ratio) < 0.0005 ? 'even' : way === good ? 'good' : 'bad';
  return h(
    'p',
    { class: 'kpi-comparison' },
    h('span', { class: `trend trend-${tone}` }, tone !== 'even' && icon(way), change(ratio)),
    h('span', {}, words().versusPrevious),
  );
}
