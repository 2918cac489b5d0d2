// The place of a widget that the sandbox does not draw: what it is, and its title or text. A divider is a
// line, and a spacer is empty.

import type { WidgetConfig } from '../api';
import { h } from '../dom';
import { isRecord } from '../protocol';
import type { Widget } from './widget';

export function place({ id, type, position, config }: WidgetConfig): Widget {
  const own = isRecord(config) ? config : {};
  const attributes = {
    class: `place place-${type.toLowerCase()}`,
    'data-widget': id,
    'data-type': type,
    style: `--columns: ${position.w}`,
  };
  return {
    element:
      type === 'SPACER' || type === 'DIVIDER'
        ? h('div', attributes, type === 'DIVIDER' && h('hr', {}))
        : h(
            'section',
            { ...attributes, class: `card ${attributes.class}`, 'aria-label': type },
            type !== 'TEXT' && h('p.muted', type),
            h('p', textOf(own)),
            ...tabsOf(own),
          ),
    load: async () => {},
    paint: () => {},
  };
}

/** The first of the fields that may say what the widget shows. */
function textOf(config: Record<string, unknown>): string {
  const named = [config.text, config.content, config.title, config.label, config.member];
  return named.find((value): value is string => typeof value === 'string') ?? '';
}

/** The names of a tabbed container's tabs. */
function tabsOf(config: Record<string, unknown>): HTMLElement[] {
  if (config.layout !== 'tabs' || !Array.isArray(config.tabs)) return [];
  const names = config.tabs.map((tab: unknown) =>
    String(isRecord(tab) ? (tab.title ?? tab.name ?? tab.label ?? '') : tab),
  );
  return [h('ul.tools', ...names.map((name) => h('li', name)))];
}
