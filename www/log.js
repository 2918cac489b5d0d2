// The event log: events of the embed, changes of the session, and calls that this page makes.

import { byId, h } from './dom.js';
import { clockTime, duration, weekdayTime } from './format.js';

const CAPACITY = 250;

const list = byId('log-list');
const empty = byId('log-empty');
const count = byId('log-count');
const scroll = list.parentElement;
const chips = [...byId('log-types').children];
/** The types to show. Empty means all. */
const chosen = new Set();

/** Connects the chips and the clear button. */
export function startLog() {
  for (const chip of chips) chip.addEventListener('click', () => toggle(chip.textContent));
  byId('log-clear').addEventListener('click', () => {
    list.replaceChildren();
    recount();
  });
}

/** Adds a line at the top. It shows `summary`, and `data` as JSON after a click. */
export function addLine(at, type, summary, data) {
  const line = h(
    'details',
    {},
    h(
      'summary',
      {},
      h('time', {}, clockTime(at)),
      h('span', { class: 'type' }, type),
      h('span', { class: 'what' }, summary),
    ),
  );
  line.addEventListener('toggle', () => line.append(h('pre', {}, json(data))), { once: true });
  const item = h('li', { 'data-type': type }, line);
  item.hidden = !isShown(type);
  list.prepend(item);
  // A viewer who has scrolled down keeps their place.
  if (scroll.scrollTop > 0) scroll.scrollTop += item.offsetHeight;
  while (list.childElementCount > CAPACITY) list.lastElementChild.remove();
  recount();
}

/** A payload on one line, without JSON punctuation and with readable times. */
export function compact(payload) {
  return Object.entries(payload ?? {})
    .map(([name, value]) => `${name} ${readable(name, value)}`)
    .join(' · ');
}

function toggle(type) {
  if (!chosen.delete(type)) chosen.add(type);
  for (const chip of chips) {
    chip.setAttribute('aria-pressed', String(chosen.has(chip.textContent)));
  }
  for (const item of list.children) item.hidden = !isShown(item.dataset.type);
  recount();
}

function isShown(type) {
  return chosen.size === 0 || chosen.has(type);
}

function recount() {
  const shown = [...list.children].filter((item) => !item.hidden).length;
  count.textContent = String(shown);
  empty.hidden = shown > 0;
}

function readable(name, value) {
  if (typeof value === 'number' && name.endsWith('At')) return weekdayTime(value);
  if (typeof value === 'number' && name.endsWith('InMs')) return duration(value);
  const shown = redacted(name, value);
  const text = String(typeof shown === 'string' ? shown : JSON.stringify(shown, redacted));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function json(data) {
  return JSON.stringify(data, redacted, 2) ?? 'nothing';
}

/** A replacer for JSON.stringify. Hides session ids and tokens, and keeps the fields of errors. */
function redacted(key, value) {
  if (/^(session|session_?id|.*token|authorization)$/i.test(key) && typeof value === 'string') {
    return '•••';
  }
  if (typeof value === 'string') return value.replace(/\b(session(?:id)?)=[^&\s"']+/gi, '$1=•••');
  if (value instanceof Error) {
    const { name, code, message, cause } = value;
    return { name, code, message, cause };
  }
  return value;
}
