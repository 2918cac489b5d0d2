// One number, and its change since the period before.

import { query, type Member } from '../api';
import { h, icon } from '../dom';
import type { Filter } from '../filters';
import { change, measured, nameOf, say } from '../language';
import { currentRange } from '../period';
import { state } from '../state';
import { widget, type Widget } from './widget';

export function kpi(
  id: string,
  width: number,
  measure: Member,
  good: 'up' | 'down',
  filters: () => Filter[],
): Widget {
  const ask = async (back: number) => {
    const range = { ...currentRange(), back };
    const asked = { measures: [measure], range, filters: filters(), timezone: state.timezone };
    const [row] = await query(asked);
    return Number(row?.[measure] ?? 0);
  };
  return widget<number[]>({
    id,
    kind: 'kpi',
    width,
    title: () => nameOf(measure),
    isEmpty: () => false,
    fetch: () => Promise.all([ask(0), ask(1)]),
    show(body, [current = 0, previous = 0]) {
      body.replaceChildren(
        h('p.kpi-value', measured(measure, current)),
        h('p', ...comparison(current, previous, good)),
      );
    },
  });
}

function comparison(current: number, previous: number, good: 'up' | 'down'): (Node | string)[] {
  if (previous === 0) return [say('noComparison')];
  const ratio = current / previous - 1;
  const way = ratio >= 0 ? 'up' : 'down';
  const tone = Math.abs(ratio) < 0.0005 ? 'even' : way === good ? 'good' : 'bad';
  const trend = h(
    'span',
    { class: `trend trend-${tone}` },
    tone !== 'even' && icon(way),
    change(ratio),
  );
  return [trend, h('span.muted', say('versusPrevious'))];
}
