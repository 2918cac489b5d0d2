// The toolbar of a dashboard: period, filters, the time of the data, and a button to refresh. Its
// controls are created once, so that none disappears while a viewer uses it.

import { query, type Member, type Range } from '../api';
import { now } from '../clock';
import { h, icon } from '../dom';
import { downloads, exportAllowed } from '../download';
import { filterMembers, type Filter } from '../filters';
import { fill, nameOf, timeOfDay, valueName, words } from '../language';
import { periods } from '../period';
import { state } from '../state';
import type { Controls } from './page';

export interface Toolbar {
  element: HTMLElement;
  paint(): void;
  /** The data has just been fetched. */
  fetched(): void;
}

interface Control {
  element: HTMLElement;
  paint(): void;
}

/** Every value occurs in this period. A longer one would only cost more. */
const OFFERED_FROM: Range = { unit: 'day', count: 60 };

/** The values of each filter: fetched once, since they do not change while the page is open. */
const offered = new Map<Member, string[]>();

async function loadOffered(): Promise<void> {
  await Promise.all(
    filterMembers.map(async (member) => {
      if (offered.has(member)) return;
      const rows = await query({
        measures: ['orders.count'],
        dimensions: [member],
        range: OFFERED_FROM,
      }).catch(() => []);
      if (rows.length > 0)
        offered.set(
          member,
          rows.map((row) => String(row[member])),
        );
    }),
  );
}

export function toolbar(controls: Controls, title: () => string): Toolbar {
  let fetchedAt: number | null = null;
  const updated = h('span', { class: 'updated', role: 'status' });
  const chips = h('div', { class: 'chips' });
  const parts: Control[] = [
    periodChoice(controls),
    ...filterMembers.map((member) => filterChoice(member, controls)),
  ];
  const buttons: Control[] = [
    button('refresh', 'refresh', () => words().refresh, controls.refresh),
    ...(exportAllowed
      ? [
          button(
            'pdf',
            'print',
            () => words().exportPdf,
            () => downloads.dashboard(title()),
          ),
        ]
      : []),
  ];
  const element = h(
    'div',
    { class: 'toolbar' },
    h(
      'div',
      { class: 'toolbar-row' },
      ...parts.map((part) => part.element),
      h('div', { class: 'toolbar-end' }, updated, ...buttons.map((part) => part.element)),
    ),
    chips,
  );

  function paint(): void {
    for (const part of [...parts, ...buttons]) part.paint();
    updated.textContent =
      fetchedAt === null
        ? words().loading
        : fill(words().updatedAt, { time: timeOfDay(fetchedAt) });
    chips.hidden = state.filters.length === 0;
    chips.replaceChildren(
      h('ul', {}, ...state.filters.map((filter) => chip(filter, controls))),
      h(
        'button',
        { class: 'link-button', type: 'button', onclick: () => controls.clearFilters() },
        words().clearFilters,
      ),
    );
  }

  paint();
  void loadOffered().then(paint);
  return {
    element,
    paint,
    fetched() {
      fetchedAt = now();
      paint();
    },
  };
}

function periodChoice(controls: Controls): Control {
  const buttons = periods.map((period) => ({
    period,
    element: h('button', {
      type: 'button',
      'data-control': `period-${period}`,
      onclick: () => controls.choosePeriod(period),
    }),
  }));
  const element = h(
    'div',
    { class: 'segments', role: 'group' },
    ...buttons.map((each) => each.element),
  );
  return {
    element,
    paint() {
      element.setAttribute('aria-label', words().period);
      for (const each of buttons) {
        each.element.textContent = words().periods[each.period];
        each.element.setAttribute('aria-pressed', String(each.period === state.period));
      }
    },
  };
}

/** Chooses one value or all. A filter of another form, set by the host, is shown as an ellipsis. */
function filterChoice(member: Member, controls: Controls): Control {
  const all = h('option', { value: '' });
  const other = h('option', { value: '\0', disabled: true, hidden: true }, '…');
  const name = h('span', {});
  const select = h(
    'select',
    {
      'data-control': `filter-${member}`,
      onchange: () =>
        controls.filter({ member, operator: 'equals', values: select.value ? [select.value] : [] }),
    },
    all,
    other,
  );
  const element = h('label', { class: 'select' }, name, select);
  return {
    element,
    paint() {
      const values = offered.get(member) ?? [];
      if (select.options.length < values.length + 2) {
        other.before(...values.map((value) => h('option', { value })));
      }
      const active = state.filters.find((filter) => filter.member === member);
      const [only] =
        active?.operator === 'equals' && active.values.length === 1 ? active.values : [];
      all.textContent = words().all;
      name.textContent = nameOf(member);
      for (const option of [...select.options].slice(1, -1)) {
        option.textContent = valueName(member, option.value);
      }
      select.setAttribute('aria-label', fill(words().filterBy, { dimension: nameOf(member) }));
      element.classList.toggle('select-active', active !== undefined);
      select.value = !active ? '' : only !== undefined && values.includes(only) ? only : '\0';
    },
  };
}

function chip({ member, operator, values }: Filter, controls: Controls): HTMLElement {
  const dimension = nameOf(member);
  const remove = fill(words().removeFilter, { dimension });
  return h(
    'li',
    { class: 'chip', 'data-filter': member },
    h(
      'span',
      {},
      `${dimension} ${words().operators[operator]} `,
      h('strong', {}, values.map((value) => valueName(member, value)).join(', ')),
    ),
    h(
      'button',
      {
        type: 'button',
        title: remove,
        'aria-label': remove,
        onclick: () => controls.filter({ member, operator, values: [] }),
      },
      icon('close'),
    ),
  );
}

function button(
  name: 'refresh' | 'pdf',
  mark: Parameters<typeof icon>[0],
  label: () => string,
  act: () => void,
): Control {
  const element = h(
    'button',
    {
      class: 'icon-button',
      type: 'button',
      [name === 'pdf' ? 'data-export' : 'data-control']: name,
      onclick: act,
    },
    icon(mark),
    name === 'pdf' && 'PDF',
  );
  return {
    element,
    paint() {
      element.title = label();
      element.setAttribute('aria-label', label());
    },
  };
}
