// A chart: a measure over time as a line, or by a dimension as bars. A bar leads to a drilldown.

import { query, type Member, type Row } from '../api';
import { h, svg } from '../dom';
import type { Filter } from '../filters';
import { bucket, measured, nameOf, nameWithin, say, valueName } from '../language';
import { currentRange, granularity } from '../period';
import { state } from '../state';
import { widget, type Widget } from './widget';

export interface Drill {
  widgetId: string;
  measure: Member;
  dimension: Member;
  value: string;
  amount: number;
}

export interface ChartOptions {
  id: string;
  width: number;
  measure: Member;
  by: Member;
  filters: () => Filter[];
  drill?: (drill: Drill) => void;
}

interface Point {
  key: string;
  value: number;
}

const TIME: Member = 'orders.createdAt';

export function chart({ id, width, measure, by, filters, drill }: ChartOptions): Widget {
  const overTime = by === TIME;
  const title = () =>
    say(overTime ? 'overTime' : 'byDimension', {
      measure: nameOf(measure),
      dimension: nameWithin(by),
    });

  function bar({ key, value }: Point, most: number): HTMLElement {
    const name = valueName(by, key);
    const pick =
      drill && (() => drill({ widgetId: id, measure, dimension: by, value: key, amount: value }));
    const label = {
      type: 'button',
      'data-drill': key,
      'aria-label': say('drillInto', { value: name }),
      onclick: pick,
    };
    const shown = pick ? h('button.bar-label', label, name) : h('span.bar-label', name);
    return barOf(shown, value / most, measured(measure, value, true), pick);
  }

  return widget<Row[]>({
    id,
    kind: 'chart',
    width,
    title,
    fetch: () =>
      query({
        measures: [measure],
        range: currentRange(),
        filters: filters(),
        timezone: state.timezone,
        ...(overTime
          ? { granularity: granularity() }
          : { dimensions: [by], order: { measure, direction: 'desc' }, limit: 8 }),
      }),
    isEmpty: (rows) => rows.every((row) => !row[measure]),
    show(body, rows) {
      const points = rows.map((row) => ({ key: String(row[by]), value: Number(row[measure]) }));
      const most = Math.max(...points.map(({ value }) => value));
      body.replaceChildren(
        overTime
          ? line(points, most, measure, title())
          : h('ol.bars', ...points.map((point) => bar(point, most))),
      );
    },
    rows: (rows) => [
      [nameOf(by), nameOf(measure)],
      ...rows.map((row) => [row[by] ?? '', Number(row[measure])]),
    ],
  });
}

/** A bar with its label and its value. `share` is its part of the longest. */
export function barOf(
  label: HTMLElement,
  share: number,
  value: string,
  onclick?: () => void,
): HTMLElement {
  const shape = {
    class: 'mark-rect',
    viewBox: '0 0 1 1',
    preserveAspectRatio: 'none',
    style: `width: ${100 * share}%`,
    'aria-hidden': 'true',
    onclick,
  };
  const mark = svg('svg', shape, svg('path', { d: 'M0 0H1V1H0z' }));
  return h('li', label, mark, h('span.muted', value));
}

/** The line fills its card: only its texts, which are HTML, keep their size. */
function line(points: Point[], most: number, measure: Member, title: string): HTMLElement {
  // The last bucket is still filling. The line ends before it: it would look like a fall to zero.
  const complete = points.slice(0, -1);
  const step = 100 / Math.max(complete.length - 1, 1);
  const path = complete
    .map(({ value }, index) => `${index ? 'L' : 'M'}${index * step} ${100 - (value / most) * 92}`)
    .join('');
  const date = ({ key }: Point, long = false) =>
    bucket(Date.parse(`${key}T00:00:00Z`), granularity(), long);
  const tips = complete.map((point, index) =>
    svg(
      'rect',
      { x: (index - 0.5) * step, width: step, height: 100 },
      svg('title', `${date(point, true)}\n${measured(measure, point.value)}`),
    ),
  );
  const scale = [1, 0.5, 0].map((part) => h('span', measured(measure, (most / 0.92) * part, true)));
  const dates = [0, 0.25, 0.5, 0.75, 1]
    .map((part) => complete[Math.round(part * (complete.length - 1))])
    .map((point) => h('span', point ? date(point) : ''));
  return h(
    'div.line.muted',
    h('div.line-scale', ...scale),
    svg(
      'svg',
      { viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': title },
      svg('path', { class: 'line-area', d: `${path}V100H0z` }),
      svg('path', { class: 'line-path', d: path }),
      ...tips,
    ),
    h('div.line-dates', ...dates),
  );
}
