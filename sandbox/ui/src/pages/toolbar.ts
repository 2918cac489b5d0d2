// The toolbar of a dashboard: period, filters, the time of the data, and buttons. Its controls are
// created once, so that none disappears while a viewer uses it.

import { query, type Member } from '../api';
import { now } from '../clock';
import { h, icon, type Icon } from '../dom';
import { exportAllowed, exportDashboard } from '../download';
import { filterMembers } from '../filters';
import { nameOf, say, timeOfDay, valueName, type Text } from '../language';
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

/** The values of each filter: fetched once, since they do not change while the page is open. */
const offered = new Map<Member, string[]>();

async function loadOffered(): Promise<void> {
  const missing = filterMembers.filter((member) => !offered.has(member));
  const load = async (member: Member) => {
    // Every value occurs in this period. A longer one would only cost more.
    const range = { unit: 'day', count: 60 } as const;
    const rows = await query({ measures: ['orders.count'], dimensions: [member], range });
    offered.set(
      member,
      rows.map((row) => String(row[member])),
    );
  };
  await Promise.allSettled(missing.map(load));
}

export function toolbar(controls: Controls, title: () => string): Toolbar {
  let fetchedAt: number | null = null;
  const updated = h('span.muted', { role: 'status' });
  const choices = [
    periodChoice(controls),
    ...filterMembers.map((each) => filterChoice(each, controls)),
  ];
  const clear = button('clear', 'close', 'clearFilters', controls.clearFilters);
  const buttons = [button('refresh', 'refresh', 'refresh', controls.refresh)];
  if (exportAllowed)
    buttons.push(button('pdf', 'print', 'exportPdf', () => exportDashboard(title())));

  function paint(): void {
    for (const control of [...choices, clear, ...buttons]) control.paint();
    clear.element.hidden = state.filters.length === 0;
    updated.textContent =
      fetchedAt === null ? say('loading') : say('updatedAt', { time: timeOfDay(fetchedAt) });
  }

  paint();
  void loadOffered().then(paint);
  const elements = (controls: Control[]) => controls.map(({ element }) => element);
  const end = h('div.tools.toolbar-end', updated, ...elements(buttons));
  return {
    element: h('div.toolbar', ...elements([...choices, clear]), end),
    paint,
    fetched() {
      fetchedAt = now();
      paint();
    },
  };
}

function periodChoice(controls: Controls): Control {
  const buttons = periods.map((period) => {
    const onclick = () => controls.choosePeriod(period);
    return h('button.button', { type: 'button', 'data-control': `period-${period}`, onclick });
  });
  const element = h('div.tools', { role: 'group' }, ...buttons);
  return {
    element,
    paint() {
      element.setAttribute('aria-label', say('period'));
      for (const [index, period] of periods.entries()) {
        const button = buttons[index];
        if (button) button.textContent = say(period);
        button?.setAttribute('aria-pressed', String(period === state.period));
      }
    },
  };
}

/** Chooses one value or all. A filter of another form, set by the host, is shown as an ellipsis. */
function filterChoice(member: Member, controls: Controls): Control {
  const all = h('option', { value: '' });
  const other = h('option', { value: '\0', disabled: true, hidden: true }, '…');
  const onchange = () =>
    controls.filter({ member, operator: 'equals', values: select.value ? [select.value] : [] });
  const select = h('select', { 'data-control': `filter-${member}`, onchange }, all, other);
  const name = h('span.muted');
  const element = h('label.select', name, select);
  return {
    element,
    paint() {
      const values = offered.get(member) ?? [];
      if (select.options.length < values.length + 2)
        other.before(...values.map((value) => h('option', { value })));
      const active = state.filters.find((filter) => filter.member === member);
      const only = active?.operator === 'equals' && active.values.length === 1;
      all.textContent = say('all');
      name.textContent = nameOf(member);
      for (const option of [...select.options].slice(1, -1))
        option.textContent = valueName(member, option.value);
      element.title = active?.values.join(', ') ?? '';
      element.classList.toggle('select-active', active !== undefined);
      const [value = ''] = active?.values ?? [];
      select.value = !active || (only && values.includes(value)) ? value : '\0';
    },
  };
}

function button(
  name: 'clear' | 'refresh' | 'pdf',
  mark: Icon,
  label: Text,
  onclick: () => void,
): Control {
  const kind = name === 'pdf' ? 'data-export' : 'data-control';
  const text = name === 'pdf' && 'PDF';
  const element = h('button.button', { type: 'button', [kind]: name, onclick }, icon(mark), text);
  return {
    element,
    paint() {
      element.title = say(label);
      element.setAttribute('aria-label', say(label));
    },
  };
}
