// The controls of the embed's actions. They hold what the viewer chose, so that the next embed is
// mounted with it.

import { byId, h } from './dom.js';

/** Brand presets. System fonts alone: nothing is fetched. */
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

/** What is chosen now, as options of `mount`. */
export const chosen = {
  colorScheme: 'auto',
  theme: THEMES.Indigo,
  locale: 'en',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  filters: [],
};

/** Makes the controls; each choice is handed to `act` as the name of a method and its argument. */
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

/** Sets the embed's colour scheme, from here or from the page's own switch. */
export function setScheme(scheme, act) {
  chosen.colorScheme = scheme;
  for (const input of byId('embed-scheme').querySelectorAll('input')) {
    input.checked = input.value === scheme;
  }
  act('setColorScheme', scheme);
}

/** Offers the paths that a surface knows. */
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
