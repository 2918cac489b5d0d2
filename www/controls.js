// The controls of the embed's actions. They remember the viewer's choices, so that the next embed is
// mounted with the same.

import { byId, h } from './dom.js';

/** Brand presets. Only system fonts, so that the page fetches none. */
const THEMES = {
  Indigo: { primaryColor: '#3b5bdb', borderRadius: '12px', font: 'system-ui, sans-serif' },
  Pine: { primaryColor: '#0f766e', borderRadius: '4px', font: 'Georgia, "Noto Serif", serif' },
  Ember: {
    primaryColor: '#c2410c',
    borderRadius: '20px',
    font: '"Trebuchet MS", "Segoe UI", Verdana, sans-serif',
  },
  Slate: { primaryColor: '#475569', borderRadius: '0px', font: 'ui-monospace, Menlo, monospace' },
};

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Auckland',
];

const FILTERS = {
  'orders.status': ['completed', 'shipped', 'processing', 'returned', 'cancelled'],
  'orders.region': [
    'North America',
    'Europe',
    'Asia Pacific',
    'Latin America',
    'Middle East & Africa',
  ],
  'orders.category': [
    'Electronics',
    'Home & Kitchen',
    'Apparel',
    'Sports & Outdoors',
    'Beauty',
    'Books & Toys',
  ],
};

/** The current choices, as options of `mount`. */
export const chosen = {
  colorScheme: 'auto',
  theme: THEMES.Indigo,
  locale: 'en',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  filters: [],
};

/** Creates the controls. Each choice calls `act` with the name of a method and its argument. */
export function startControls(act) {
  byId('embed-scheme').addEventListener('change', ({ target }) => setScheme(target.value, act));
  makeThemes(act);
  makeZones();
  makeFilters(act);
  onChoice('locale', 'setLocale', act);
  onChoice('timezone', 'setTimezone', act);
  byId('navigate').addEventListener('submit', (event) => {
    event.preventDefault();
    act('navigate', byId('path').value);
  });
}

/** Sets the embed's colour scheme. Called by this control and by the page's switch. */
export function setScheme(scheme, act) {
  chosen.colorScheme = scheme;
  for (const input of byId('embed-scheme').querySelectorAll('input')) {
    input.checked = input.value === scheme;
  }
  act('setColorScheme', scheme);
}

/** Suggests the paths of a surface. */
export function offerPaths(paths) {
  byId('paths').replaceChildren(...paths.map((value) => h('option', { value })));
  byId('path').value = paths[0];
}

function makeThemes(act) {
  for (const [name, theme] of Object.entries(THEMES)) {
    const input = h('input', {
      type: 'radio',
      name: 'theme',
      checked: theme === chosen.theme,
      change() {
        chosen.theme = theme;
        act('setTheme', theme);
      },
    });
    const swatch = h('i', { 'aria-hidden': 'true' });
    swatch.style.setProperty('--swatch', theme.primaryColor);
    swatch.style.setProperty('--swatch-radius', theme.borderRadius);
    const label = h('span', {}, swatch, name);
    label.style.fontFamily = theme.font;
    byId('themes').append(h('label', {}, input, label));
  }
}

function makeZones() {
  for (const zone of new Set([chosen.timezone, ...ZONES])) {
    const selected = zone === chosen.timezone;
    byId('timezone').append(h('option', { value: zone, selected }, zone.replaceAll('_', ' ')));
  }
}

function makeFilters(act) {
  for (const [member, values] of Object.entries(FILTERS)) {
    const select = h(
      'select',
      {
        id: member,
        change() {
          // An empty list of values clears the member.
          const filter = { member, value: select.value ? [select.value] : [] };
          const others = chosen.filters.filter((other) => other.member !== member);
          chosen.filters = select.value ? [...others, filter] : others;
          act('setFilter', filter);
        },
      },
      h('option', { value: '' }, 'any'),
      ...values.map((value) => h('option', {}, value)),
    );
    byId('filters').append(h('div', {}, h('label', { for: member }, member), select));
  }
}

function onChoice(id, method, act) {
  byId(id).addEventListener('change', ({ target }) => {
    chosen[id] = target.value;
    act(method, target.value);
  });
}
