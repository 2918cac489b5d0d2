// A dashboard as the service configures it, and the detail page of one value after a drilldown.

import {
  dashboard as fetchDashboard,
  type ChartConfig,
  type Dashboard,
  type Member,
  type WidgetConfig,
} from '../api';
import { h, icon } from '../dom';
import type { Filter } from '../filters';
import { nameOf, say, valueName } from '../language';
import { currentRange } from '../period';
import { emit, isRecord, surface } from '../protocol';
import { session } from '../session';
import { state } from '../state';
import { chart, type Drill } from '../widgets/chart';
import { kpi } from '../widgets/kpi';
import { place } from '../widgets/place';
import { ordersTable } from '../widgets/table';
import type { Widget } from '../widgets/widget';
import type { Controls, Page } from './page';
import { toolbar } from './toolbar';

/** The target of a path: a dashboard, or one value of a dimension of it. */
export interface DashboardPath {
  publicId: string;
  detail: { dimension: Member; value: string } | null;
}

export function dashboardPath({ publicId, detail }: DashboardPath): string {
  const home = `/dashboard/${encodeURIComponent(publicId)}`;
  return detail
    ? `${home}/${detail.dimension.replace('orders.', '')}/${encodeURIComponent(detail.value)}`
    : home;
}

export function parseDashboardPath(path: string): DashboardPath | null {
  const [, root, publicId, dimension, value, ...rest] = path.split('/');
  if (root !== 'dashboard' || !publicId || rest.length > 0 || Boolean(dimension) !== Boolean(value))
    return null;
  try {
    const detail =
      dimension && value
        ? { dimension: `orders.${dimension}` as Member, value: decodeURIComponent(value) }
        : null;
    if (detail && !['orders.category', 'orders.region', 'orders.status'].includes(detail.dimension))
      return null;
    return { publicId: decodeURIComponent(publicId), detail };
  } catch {
    return null;
  }
}

export async function dashboardPage(
  { publicId, detail }: DashboardPath,
  controls: Controls,
): Promise<Page> {
  const definition = await fetchDashboard(publicId);
  return detail ? detailPage(definition, detail, controls) : overviewPage(definition, controls);
}

function overviewPage(definition: Dashboard, controls: Controls): Page {
  const { publicId } = definition;
  const drill = ({ widgetId, measure, dimension, value, amount }: Drill) => {
    if (surface === 'dashboard') emit('drilldown', { member: measure, value: amount, widgetId });
    controls.navigate(dashboardPath({ publicId, detail: { dimension, value } }));
  };
  const { showAiWidgets, allowAi } = session.settings;
  const hidden = showAiWidgets === false || allowAi === false;
  const widgets = definition.config.widgets
    .filter(({ type }) => !(type === 'AI' && hidden))
    .map((config) => configured(config, drill));
  const heading = () => [h('h1', definition.title), h('p.muted', definition.description)];
  return {
    ...assembled(publicId, () => definition.title, heading, widgets, controls),
    widgetCount: widgets.length,
  };
}

function configured(widget: WidgetConfig, drill: (drill: Drill) => void): Widget {
  const { id, position } = widget;
  const config = chartOf(widget);
  const filters = () => state.filters;
  switch (config?.kind) {
    case undefined:
      return place(widget);
    case 'kpi':
      return kpi(id, position.w, config.measure, config.good, filters);
    case 'vega':
      return chart({
        id,
        width: position.w,
        measure: config.measure,
        by: config.by,
        filters,
        drill,
      });
    case 'table':
      return ordersTable(id, 10, filters, currentRange);
  }
}

/** The chart of a widget, if the pages draw it. */
function chartOf({ type, config }: WidgetConfig): ChartConfig | null {
  if (type !== 'CHART' || !isRecord(config)) return null;
  const { kind, measure, by } = config;
  const isDrawn =
    kind === 'table' ||
    (kind === 'kpi' && isMember(measure)) ||
    (kind === 'vega' && isMember(measure) && isMember(by));
  return isDrawn ? (config as unknown as ChartConfig) : null;
}

const isMember = (value: unknown) => typeof value === 'string' && value.startsWith('orders.');

function detailPage(
  definition: Dashboard,
  detail: { dimension: Member; value: string },
  controls: Controls,
): Page {
  const { publicId } = definition;
  const own: Filter = { member: detail.dimension, operator: 'equals', values: [detail.value] };
  const filters = () => [...state.filters.filter(({ member }) => member !== own.member), own];
  const title = () => valueName(detail.dimension, detail.value);
  const measure = 'orders.revenue';
  const widgets = [
    kpi('detail-revenue', 4, measure, 'up', filters),
    kpi('detail-orders', 4, 'orders.count', 'up', filters),
    kpi('detail-average', 4, 'orders.averageValue', 'up', filters),
    chart({ id: 'detail-over-time', width: 7, measure, by: 'orders.createdAt', filters }),
    chart({ id: 'detail-products', width: 5, measure, by: 'orders.product', filters }),
    ordersTable('detail-orders-table', 10, filters, currentRange),
  ];
  const back = () => controls.navigate(dashboardPath({ publicId, detail: null }));
  const heading = () => [
    h(
      'button.button.back',
      { type: 'button', 'data-control': 'back', onclick: back },
      icon('back'),
      say('back', { title: definition.title }),
    ),
    h('h1', title()),
    h('p.muted', nameOf(detail.dimension)),
  ];
  return assembled(publicId, () => `${title()} · ${definition.title}`, heading, widgets, controls);
}

function assembled(
  publicId: string,
  title: () => string,
  heading: () => HTMLElement[],
  widgets: Widget[],
  controls: Controls,
): Page {
  const bar = toolbar(controls, title);
  const head = h('header.page-header', ...heading());
  const grid = h('div.grid', ...widgets.map(({ element }) => element));
  return {
    element: h('div.page', head, bar.element, grid),
    title,
    publicId,
    async load() {
      bar.paint();
      await Promise.all(widgets.map((widget) => widget.load()));
      bar.fetched();
    },
    paint() {
      head.replaceChildren(...heading());
      for (const part of [bar, ...widgets]) part.paint();
    },
  };
}
