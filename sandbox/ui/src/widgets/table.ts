// Orders, latest first.

import { orders, type Order, type Range } from '../api';
import { h } from '../dom';
import type { Filter } from '../filters';
import { dateTime, money, number, say, valueName } from '../language';
import { state } from '../state';
import { widget, type Widget } from './widget';

const COLUMNS = [
  'number',
  'createdAt',
  'customer',
  'product',
  'category',
  'region',
  'status',
  'amount',
] as const;

export function ordersTable(
  id: string,
  limit: number,
  filters: () => Filter[],
  range: () => Range | undefined,
): Widget {
  const titles = () => COLUMNS.map((column) => say(`column.${column}`));
  return widget<{ rows: Order[]; total: number }>({
    id,
    kind: 'table',
    width: 12,
    title: () => say('recentOrders'),
    fetch: () => orders({ filters: filters(), timezone: state.timezone, limit, range: range() }),
    isEmpty: ({ rows }) => rows.length === 0,
    show(body, { rows, total }) {
      const head = titles().map((title, at) =>
        h('th', { scope: 'col', class: `column-${COLUMNS[at]}` }, title),
      );
      const lines = rows.map((order) => h('tr', ...COLUMNS.map((column) => cell(order, column))));
      const table = h('table', h('thead', h('tr', ...head)), h('tbody', ...lines));
      // Not a region: the card around it is one, of the same name.
      const scroll = { tabindex: 0, role: 'group', 'aria-label': say('recentOrders') };
      body.replaceChildren(
        h('div.table-scroll', scroll, table),
        h('p.table-footer.muted', say('of', { shown: number(rows.length), total: number(total) })),
      );
    },
    rows: ({ rows }) => [titles(), ...rows.map(plain)],
  });
}

function cell(order: Order, column: (typeof COLUMNS)[number]): HTMLElement {
  const shown = {
    createdAt: () =>
      h('time', { datetime: new Date(order.createdAt).toISOString() }, dateTime(order.createdAt)),
    amount: () => money(order.amount),
    status: () => valueName('orders.status', order.status),
  };
  const own = column in shown ? shown[column as keyof typeof shown]() : String(order[column]);
  return h('td', { class: `column-${column}` }, own);
}

const plain = (order: Order): (string | number)[] =>
  COLUMNS.map((column) =>
    column === 'createdAt' ? new Date(order.createdAt).toISOString() : order[column],
  );
