// Draws charts with Vega-Lite in the present colours and language. A chunk of its own.

import { expressionFunction, parse, View, type Item } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Member } from '../api';
import { bucket, measured } from '../language';
import { hideTooltip, showTooltip } from './tooltip';

export interface Point {
  key: string;
  label: string;
  value: number;
}

export interface Drawing {
  mark: 'area' | 'bar' | 'donut';
  points: Point[];
  measure: Member;
  granularity: 'day' | 'month';
  title: string;
  onPick?: (point: Point) => void;
}

export interface Drawn {
  image(): Promise<string>;
  destroy(): void;
}

interface Look {
  text: string;
  muted: string;
  grid: string;
  card: string;
  font: string;
  series: string[];
}

/** In a narrower chart, the legend is below. */
const NARROW = 340;
const MIN_WIDTH = 200;
const TRANSPARENT = 'transparent';

expressionFunction('axisValue', (value: number, measure: Member) => measured(measure, value, true));
expressionFunction('axisDate', (value: number | Date, granularity: 'day' | 'month') =>
  bucket(Number(value), granularity),
);

export async function draw(canvas: HTMLElement, drawing: Drawing): Promise<Drawn> {
  const look = lookOf(canvas);
  const size = {
    width: Math.max(canvas.clientWidth, MIN_WIDTH),
    height: canvas.clientHeight || 260,
  };
  const place = document.createElement('div');
  const view = new View(parse(compile(specOf(drawing, look, size)).spec), {
    renderer: 'svg',
    hover: true,
  })
    .tooltip((_, event, __, value) => (value ? showTooltip(event, String(value)) : hideTooltip()))
    .initialize(place);
  if (drawing.onPick) {
    view.addEventListener('click', (_, item?: Item | null) => {
      const picked = item && 'datum' in item ? (item.datum as { key?: string }).key : undefined;
      const point = drawing.points.find(({ key }) => key === picked);
      if (point) {
        hideTooltip();
        drawing.onPick?.(point);
      }
    });
  }
  await view.runAsync();
  // The new chart replaces the old one in one step, so that nothing jumps.
  canvas.replaceChildren(place);
  return {
    // Only a picture needs a background: on the page, the card's colour changes before the chart does.
    image: async () => {
      const url = await view.background(look.card).toImageURL('png', 2);
      await view.background(TRANSPARENT).runAsync();
      return url;
    },
    destroy: () => {
      view.finalize();
    },
  };
}

function specOf(
  drawing: Drawing,
  look: Look,
  size: { width: number; height: number },
): TopLevelSpec {
  const values = drawing.points.map(({ key, label, value }, index) => ({
    index,
    key,
    label,
    value,
    time: drawing.mark === 'area' ? Date.parse(`${key}T00:00:00Z`) : 0,
    tip: `${drawing.mark === 'area' ? bucket(Date.parse(`${key}T00:00:00Z`), drawing.granularity, true) : label}\n${measured(drawing.measure, value)}`,
    shown: measured(drawing.measure, value, true),
  }));
  const base = {
    ...size,
    data: { values },
    autosize: { type: 'fit', contains: 'padding' },
    padding: 2,
    background: TRANSPARENT,
    description: drawing.title,
    config: configOf(look),
  } as const;
  const marks = { area: area, bar: bars, donut: donut };
  return { ...base, ...marks[drawing.mark](drawing, look, size) } as TopLevelSpec;
}

function configOf(look: Look): TopLevelSpec['config'] {
  const label = { labelColor: look.muted, labelFont: look.font, labelFontSize: 11.5 };
  return {
    view: { stroke: null },
    font: look.font,
    axis: {
      ...label,
      domain: false,
      ticks: false,
      title: null,
      gridColor: look.grid,
      labelPadding: 8,
    },
    legend: {
      ...label,
      labelColor: look.text,
      labelFontSize: 12,
      title: null,
      symbolType: 'circle',
      symbolSize: 90,
      rowPadding: 6,
    },
    range: { category: look.series },
  };
}

function area({ measure, points, granularity }: Drawing, look: Look, { width }: { width: number }) {
  const [brand = '#000'] = look.series;
  const x = {
    field: 'time',
    type: 'temporal',
    scale: { type: 'utc' },
    axis: {
      grid: false,
      tickCount: Math.max(2, Math.floor(width / 120)),
      labelFlush: true,
      labelOverlap: true,
      labelExpr: `axisDate(datum.value, '${granularity}')`,
    },
  };
  const y = {
    field: 'value',
    type: 'quantitative',
    axis: { tickCount: 4, labelExpr: `axisValue(datum.value, '${measure}')` },
  };
  const gradient = {
    x1: 1,
    y1: 1,
    x2: 1,
    y2: 0,
    gradient: 'linear',
    stops: [
      { offset: 0, color: look.card },
      { offset: 1, color: brand },
    ],
  };
  const nearest = { param: 'nearest', empty: false };
  // The last bucket is still filling. The line ends before it: it would look like a fall to zero.
  const complete = { filter: `datum.index < ${points.length - 1}` };
  const line = { type: 'line', interpolate: 'monotone', color: brand, strokeWidth: 2 };
  return {
    encoding: { x },
    layer: [
      {
        transform: [complete],
        mark: { type: 'area', interpolate: 'monotone', color: gradient, opacity: 0.28 },
        encoding: { y },
      },
      { transform: [complete], mark: line, encoding: { y } },
      {
        transform: [complete],
        params: [
          {
            name: 'nearest',
            select: {
              type: 'point',
              on: 'pointerover',
              clear: 'pointerout',
              nearest: true,
              encodings: ['x'],
            },
          },
        ],
        mark: {
          type: 'point',
          filled: true,
          size: 70,
          color: brand,
          stroke: look.card,
          strokeWidth: 2,
          opacity: 1,
        },
        encoding: {
          y,
          tooltip: { field: 'tip' },
          opacity: { condition: { ...nearest, value: 1 }, value: 0 },
        },
      },
    ],
  };
}

function bars({ measure, points, onPick }: Drawing, look: Look, { width }: { width: number }) {
  const [brand = '#000'] = look.series;
  // Room for the number at the end of the longest bar.
  const domainMax = Math.max(...points.map(({ value }) => value)) * (width < NARROW ? 1.75 : 1.22);
  const y = {
    field: 'label',
    type: 'nominal',
    sort: null,
    axis: { labelColor: look.text, labelFontSize: 12.5, labelLimit: 130, grid: false },
  };
  const x = {
    field: 'value',
    type: 'quantitative',
    scale: { domainMax, nice: false },
    axis: {
      tickCount: Math.max(2, Math.floor(width / 130)),
      labelOverlap: true,
      labelBound: true,
      labelExpr: `axisValue(datum.value, '${measure}')`,
    },
  };
  return {
    encoding: { y, x },
    layer: [
      {
        params: [
          {
            name: 'under',
            select: { type: 'point', on: 'pointerover', clear: 'pointerout', fields: ['key'] },
          },
        ],
        mark: {
          type: 'bar',
          color: brand,
          cornerRadiusEnd: 5,
          height: { band: 0.62 },
          cursor: onPick ? 'pointer' : 'default',
        },
        encoding: {
          tooltip: { field: 'tip' },
          opacity: { condition: { param: 'under', value: 1 }, value: 0.45 },
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 7, color: look.muted, fontSize: 12 },
        encoding: { text: { field: 'shown' } },
      },
    ],
  };
}

function donut(drawing: Drawing, look: Look, { width, height }: { width: number; height: number }) {
  const below = width < NARROW;
  const total = drawing.points.reduce((sum, { value }) => sum + value, 0);
  const radius = Math.min(below ? width : width * 0.52, below ? height - 70 : height) / 2 - 6;
  const legend = below ? { orient: 'bottom', columns: 2 } : { orient: 'right', offset: 12 };
  return {
    layer: [
      {
        mark: {
          type: 'arc',
          innerRadius: radius * 0.66,
          outerRadius: radius,
          padAngle: 0.015,
          cornerRadius: 3,
          cursor: drawing.onPick ? 'pointer' : 'default',
        },
        encoding: {
          theta: { field: 'value', type: 'quantitative', stack: true },
          order: { field: 'value', type: 'quantitative', sort: 'descending' },
          color: { field: 'label', type: 'nominal', sort: null, legend },
          tooltip: { field: 'tip' },
        },
      },
      {
        data: { values: [{ total: measured(drawing.measure, total, true) }] },
        mark: { type: 'text', fontSize: 22, fontWeight: 650, color: look.text },
        encoding: { text: { field: 'total' } },
      },
    ],
  };
}

/** Reads the colours that the style sheet resolves to at this element. */
function lookOf(place: HTMLElement): Look {
  const probe = place.appendChild(document.createElement('span'));
  const style = getComputedStyle(probe);
  const colour = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return style.color;
  };
  const look = {
    text: colour('--text'),
    muted: colour('--muted'),
    grid: colour('--line'),
    card: colour('--card'),
    font: style.fontFamily,
    series: [1, 2, 3, 4, 5, 6].map((index) => colour(`--series-${index}`)),
  };
  probe.remove();
  return look;
}
