// Orders, latest first.

import { orders, type Order } from '../api';
import { h } from '../dom';
import { exportAllowed } from '../download';
import type { Filter } from '../filters';
import { dateTime, fill, money, number, statusName, words } from '../language';
import { currentRange } from '../period';
import { state } from '../state';
import { widget, type Widget } from './widget';

interface Data {
  rows: Order[];
  total: number;
}

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

export function ordersTable(options: {
  id: string;
  title: () => string;
  pageSize: number;
  everything?: boolean;
  filters: () => Filter[];
}): Widget {
  let limit = options.pageSize;
  const fetchRows = () =>
    orders({
      filters: options.filters(),
      timezone: state.timezone,
      limit,
      ...(options.everything ? {} : { range: currentRange() }),
    });
  const made: Widget = widget<Data>({
    id: options.id,
    kind: 'table',
    width: 12,
    title: options.title,
    fetch: fetchRows,
    isEmpty: ({ rows }) => rows.length === 0,
    show(body, data) {
      body.replaceChildren(table(data.rows, options.title()), footer(data));
    },
    exports: ({ rows }) =>
      exportAllowed
        ? [
            {
              format: 'csv',
              header: COLUMNS.map((column) => words().columns[column]),
              rows: rows.map(plain),
            },
          ]
        : [],
  });

  function footer({ rows, total }: Data): HTMLElement {
    const more = rows.length < total && options.everything;
    return h(
      'footer',
      { class: 'table-footer' },
      h('span', {}, fill(words().of, { shown: number(rows.length), total: number(total) })),
      more &&
        h(
          'button',
          {
            class: 'button',
            type: 'button',
            onclick: () => {
              limit += options.pageSize;
              void made.load();
            },
          },
          words().more,
        ),
    );
  }
  return made;
}

function table(rows: Order[], caption: string): HTMLElement {
  const { columns } = words();
  return h(
    'div',
    // Not a region: the card around it is one, of the same name.
    { class: 'table-scroll', tabindex: 0, role: 'group', 'aria-label': caption },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...COLUMNS.map((column) =>
            h('th', { scope: 'col', class: `column-${column}` }, columns[column]),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...rows.map((order) =>
          h(
            'tr',
            {},
            ...COLUMNS.map((column) => h('td', { class: `column-${column}` }, cell(order, column))),
          ),
        ),
      ),
    ),
  );
}

function cell(order: Order, column: (typeof COLUMNS)[number]): Node | string {
  switch (column) {
    case 'createdAt':
      return h(
        'time',
        { datetime: new Date(order.createdAt).toISOString() },
        dateTime(order.createdAt),
      );
    case 'amount':
      return money(order.amount);
    case 'status':
      return h('span', { class: `status status-${order.status}` }, statusName(order.status));
    default:
      return order[column];
  }
}

function plain(order: Order): (string | number)[] {
  return COLUMNS.map((column) =>
    column === 'createdAt' ? new Date(order.createdAt).toISOString() : order[column],
  );
}
