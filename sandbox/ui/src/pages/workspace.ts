// The pages of the app surface other than dashboards: the start page and the order explorer.

import { dashboards, type DashboardSummary } from '../api';
import { h, icon } from '../dom';
import { words } from '../language';
import { deploymentId } from '../session';
import { state } from '../state';
import { ordersTable } from '../widgets/table';
import { dashboardPath } from './dashboard';
import type { Controls, Page } from './page';
import { toolbar } from './toolbar';

export const ORDERS_WORKBOOK = '/workbook/orders';

export async function homePage(controls: Controls): Promise<Page> {
  const list = await dashboards(deploymentId());
  const element = h('div', { class: 'page' });
  const paint = () =>
    element.replaceChildren(
      h(
        'header',
        { class: 'page-header' },
        h('h1', {}, words().homeTitle),
        h('p', { class: 'lead' }, words().homeAbout),
      ),
      h('h2', { class: 'section-title' }, words().dashboards),
      h('div', { class: 'tiles' }, ...list.map((summary) => dashboardTile(summary, controls))),
      h('h2', { class: 'section-title' }, words().workbooks),
      h(
        'div',
        { class: 'tiles' },
        tile('table', words().ordersWorkbook, words().ordersWorkbookAbout, () =>
          controls.navigate(ORDERS_WORKBOOK),
        ),
      ),
    );
  paint();
  return { element, title: () => words().home, load: async () => {}, paint, destroy: () => {} };
}

export function workbookPage(controls: Controls): Page {
  const table = ordersTable({
    id: 'all-orders',
    title: () => words().allOrders,
    pageSize: 25,
    everything: true,
    filters: () => state.filters,
  });
  const title = () => words().ordersWorkbook;
  const bar = toolbar(controls, title);
  const head = h('header', { class: 'page-header' });
  const paintHead = () =>
    head.replaceChildren(
      h('h1', {}, title()),
      h('p', { class: 'lead' }, words().ordersWorkbookAbout),
    );
  paintHead();
  bar.element.classList.add('without-period');
  return {
    element: h(
      'div',
      { class: 'page' },
      head,
      bar.element,
      h('div', { class: 'grid' }, table.element),
    ),
    title,
    async load() {
      await table.load();
      bar.fetched();
    },
    paint() {
      paintHead();
      bar.paint();
      void table.paint();
    },
    destroy: table.destroy,
  };
}

function dashboardTile(
  { publicId, title, description }: DashboardSummary,
  controls: Controls,
): HTMLElement {
  return tile('grid', title, description ?? '', () =>
    controls.navigate(dashboardPath({ publicId, detail: null })),
  );
}

function tile(
  name: Parameters<typeof icon>[0],
  title: string,
  about: string,
  open: () => void,
): HTMLElement {
  return h(
    'button',
    { class: 'tile', type: 'button', onclick: open },
    h('span', { class: 'tile-icon' }, icon(name)),
    h('span', {}, h('strong', {}, title), h('span', {}, about)),
  );
}
