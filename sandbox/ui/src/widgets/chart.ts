// A chart: a measure over time, or by a dimension. Its values allow a drilldown.

import { query, type Member, type Row } from '../api';
import { h } from '../dom';
import { exportAllowed, type Export } from '../download';
import type { Filter } from '../filters';
import { fill, measured, nameOf, valueName, words } from '../language';
import { currentRange, granularity } from '../period';
import { state } from '../state';
import { widget, type Widget } from './widget';
import type { Drawn, Point } from './draw';

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
  mark: 'area' | 'bar' | 'donut';
  measure: Member;
  by: Member;
  filters: () => Filter[];
  drill?: (drill: Drill) => void;
}

const TIME: Member = 'orders.createdAt';

export function chart(options: ChartOptions): Widget {
  const { id, mark, measure, by } = options;
  const overTime = by === TIME;
  const canvas = h('div', { class: 'chart' });
  let drawn: Drawn | null = null;
  let shown: Point[] = [];
  let width = 0;

  const resized = new ResizeObserver(([entry]) => {
    const now = Math.round(entry?.contentRect.width ?? 0);
    if (drawn && now > 0 && Math.abs(now - width) > 1) void draw();
  });
  resized.observe(canvas);

  async function draw(): Promise<void> {
    width = Math.round(canvas.clientWidth);
    const { draw } = await import('./draw');
    const previous = drawn;
    drawn = await draw(canvas, {
      mark,
      points: shown,
      measure,
      granularity: granularity(),
      title: title(),
      onPick: options.drill && pick,
    });
    previous?.destroy();
  }

  function title(): string {
    const names = {
      measure: nameOf(measure),
      dimension: nameOf(by).toLocaleLowerCase(state.locale),
    };
    if (state.locale.startsWith('de')) names.dimension = nameOf(by);
    return fill(overTime ? words().overTime : words().byDimension, names);
  }

  function pick(point: Point): void {
    options.drill?.({
      widgetId: id,
      measure,
      dimension: by,
      value: point.key,
      amount: point.value,
    });
  }

  /** The drilldown by keyboard: buttons that appear when they have the focus. */
  function keyboardDrill(): HTMLElement | null {
    if (!options.drill) return null;
    return h(
      'ul',
      { class: 'drill-list' },
      ...shown.map((point) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              class: 'button',
              type: 'button',
              'data-drill': point.key,
              onclick: () => pick(point),
            },
            fill(words().drillInto, {
              value: `${point.label} (${measured(measure, point.value)})`,
            }),
          ),
        ),
      ),
    );
  }

  return widget<Row[]>({
    id,
    kind: 'chart',
    width: options.width,
    title,
    fetch: () =>
      query({
        measures: [measure],
        range: currentRange(),
        filters: options.filters(),
        timezone: state.timezone,
        ...(overTime
          ? { granularity: granularity() }
          : { dimensions: [by], order: { measure, direction: 'desc' }, limit: 8 }),
      }),
    isEmpty: (rows) => rows.every((row) => !row[measure]),
    async show(body, rows) {
      shown = rows.map((row) => {
        const key = String(row[by]);
        return { key, label: overTime ? key : valueName(by, key), value: Number(row[measure]) };
      });
      if (canvas.parentElement !== body) body.replaceChildren(canvas);
      body.replaceChildren(canvas, ...[keyboardDrill()].filter((list) => list !== null));
      await draw();
    },
    exports(rows): Export[] {
      if (!exportAllowed) return [];
      return [
        {
          format: 'csv',
          header: [nameOf(by), nameOf(measure)],
          rows: rows.map((row) => [row[by] ?? '', Number(row[measure])]),
        },
        { format: 'png', image: async () => (drawn ? drawn.image() : '') },
      ];
    },
    destroy() {
      resized.disconnect();
      drawn?.destroy();
      drawn = null;
    },
  });
}
