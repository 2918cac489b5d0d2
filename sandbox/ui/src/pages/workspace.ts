// The pages of the app surface other than dashboards: the start page and the order explorer.

import { dashboards } from '../api';
import { h, icon, type Icon } from '../dom';
import { say } from '../language';
import { deploymentId } from '../session';
import { state } from '../state';
import { ordersTable } from '../widgets/table';
import { dashboardPath } from './dashboard';
import { painted, type Controls, type Page } from './page';

export const ORDERS_WORKBOOK = '/workbook/orders';

export async function homePage(controls: Controls): Promise<Page> {
  const list = await dashboards(deploymentId());
  const tile = (mark: Icon, title: string, about: string | null, path: string) =>
    h(
      'button.card.tile',
      { type: 'button', onclick: () => controls.navigate(path) },
      icon(mark),
      h('h2', title),
      h('span.muted', about),
    );
  return painted(
    () => say('home'),
    () => [
      h('header.page-header', h('h1', say('homeTitle')), h('p.muted', say('homeAbout'))),
      h(
        'div.tiles',
        ...list.map(({ publicId, title, description }) =>
          tile('grid', title, description, dashboardPath({ publicId, detail: null })),
        ),
        tile('table', say('ordersWorkbook'), say('ordersWorkbookAbout'), ORDERS_WORKBOOK),
      ),
    ],
  );
}

export function workbookPage(): Page {
  const everything = () => undefined;
  const table = ordersTable('all-orders', 25, () => state.filters, everything);
  const title = () => say('ordersWorkbook');
  const page = painted(title, () => [
    h('header.page-header', h('h1', title()), h('p.muted', say('ordersWorkbookAbout'))),
    h('div.grid', table.element),
  ]);
  return {
    ...page,
    load: table.load,
    paint() {
      page.paint();
      table.paint();
    },
  };
}
