const { host } = document.documentElement.dataset;
const by = (id) => document.getElementById(id);
const at = {
  said: by('said'),
  open: by('open'),
  requests: by('requests'),
  active: by('active'),
};
/** How many requests the table has at most. */
const MOST = 200;
/** Number, request, status, time, fault. */
const COLUMNS = 5;
/** The rows of the requests, by their keys. */
const rows = new Map();
let token = '';
/** The number of the newest request. */
let last = 0;

by('tenant').textContent = location.origin;

/** Reads from a lever, or turns it. */
async function ask(path, change) {
  const headers = { 'content-type': 'application/json' };
  if (token !== '') headers.authorization = `Bearer ${token}`;
  const body = change && { method: 'POST', body: JSON.stringify(change) };
  const response = await fetch(`${host}${path}`, { ...body, headers });
  if (response.status === 401) by('token').hidden = false;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? answer.error ?? response.status);
  return answer;
}

/** Turns a lever, and says what came of it. */
async function turn(path, change, done) {
  try {
    show(await ask(path, change));
    at.said.textContent = done;
  } catch (error) {
    at.said.textContent = error.message;
  }
}

/** Changes a text only if it is another one: a screen reader would read it again. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the state: the time, the faults, the embeds. */
function show({ now, offsetMs, faults, embeds }) {
  write(by('now'), new Date(now).toISOString().slice(0, 19).replace('T', ' '));
  const hours = Math.round(offsetMs / 360_000) / 10;
  write(by('offset'), hours === 0 ? '(UTC, as it is)' : `(UTC, ${hours} h ahead)`);
  const set = Object.entries(faults).filter(([, value]) => isSet(value));
  write(at.active, set.length === 0 ? 'nothing' : JSON.stringify(Object.fromEntries(set)));
  const lines = embeds.map(({ n, surface, publicId }) =>
    [`Embed ${n}:`, surface ?? 'not ready yet', publicId ?? ''].join(' '),
  );
  if (lines.length === 0) lines.push('None. Open one above, or in your page.');
  const shown = [...at.open.children].map(({ textContent }) => textContent);
  if (String(shown) !== String(lines)) at.open.replaceChildren(...lines.map(item));
}

/** Whether a fault is one that does something. */
function isSet(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return !('durationMs' in value && !value.fail) && value.mode !== 'ok' && hasSet(value);
}

const hasSet = (value) => Object.values(value).some(isSet);

function item(text) {
  const line = document.createElement('li');
  line.textContent = text;
  return line;
}

/** Shows the latest requests, the newest first. One that had no answer at the last look may have one now. */
function note({ requests, last: newest }) {
  last = newest;
  const latest = new Map(requests.slice(-MOST).map((entry) => [keyOf(entry), entry]));
  for (const [key, row] of rows) {
    if (latest.has(key)) continue;
    row.remove();
    rows.delete(key);
  }
  for (const [key, entry] of latest) {
    if (!rows.has(key)) rows.set(key, addRow());
    const { cells } = rows.get(key);
    cellsOf(entry).forEach((text, place) => write(cells[place], text));
  }
}

/** After a reset the numbers begin again. */
const keyOf = ({ n, at: time }) => `${n} ${time}`;

function addRow() {
  const row = document.createElement('tr');
  for (let count = 0; count < COLUMNS; count += 1) row.insertCell();
  at.requests.prepend(row);
  return row;
}

function cellsOf({ n, method, path, operation, status, durationMs, fault }) {
  const what = `${method} ${path}${operation ? ` · ${operation}` : ''}`;
  const time = durationMs === null ? '…' : `${durationMs} ms`;
  return [`${n}`, what, `${status ?? 'none'}`, time, fault ?? ''];
}

/** The values of a form that are filled in; those of number fields are numbers. */
function filled(form) {
  const fields = [...form.elements].filter(({ name, value }) => name !== '' && value !== '');
  return Object.fromEntries(
    fields.map(({ name, type, value }) => [name, type === 'number' ? Number(value) : value]),
  );
}

for (const form of document.querySelectorAll('[data-fault]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { fault } = form.dataset;
    const values = filled(form);
    const { times, ...rest } = values;
    const nothing = Object.keys(rest).length === 0;
    const fixed = fault === 'api' ? (nothing ? [] : [values]) : nothing ? {} : values;
    void turn('/control/faults', { [fault]: fixed }, 'The fault is set.');
  });
}

by('moves').addEventListener('click', ({ target }) => {
  const { by: ahead, to } = target.dataset;
  const move = ahead === undefined ? { offsetMs: Number(to) } : { advanceMs: Number(ahead) };
  if (target.matches('button')) void turn('/control/clock', move, 'The clock has moved.');
});
by('refuse').addEventListener('click', () => {
  void turn('/control/faults', { rejectExchanges: 1 }, 'The next session id is refused.');
});
by('reset').addEventListener('click', () => {
  void turn('/control/reset', {}, 'Everything is as at the start.');
});
by('emit').addEventListener('submit', (event) => {
  event.preventDefault();
  const { event: name, payload } = filled(event.target);
  try {
    const given = payload === undefined ? {} : { payload: JSON.parse(payload) };
    void turn('/control/emit', { event: name, ...given }, 'The embeds have sent it.');
  } catch {
    at.said.textContent = 'The payload is not JSON.';
  }
});
by('token').addEventListener('submit', (event) => {
  event.preventDefault();
  token = filled(event.target).token;
  event.target.hidden = true;
  void start();
});

/** Shows the dashboards that there are. */
async function start() {
  const { dashboards, deploymentId } = await ask('/api/config');
  const links = dashboards.map(({ publicId, title }) => {
    const line = item('');
    const link = document.createElement('a');
    link.href = `/embed/dashboard/${encodeURIComponent(publicId)}`;
    link.textContent = title;
    line.append(link);
    return line;
  });
  const places = by('places');
  places.querySelector('[href^="/embed/d/"]').href = `/embed/d/${deploymentId}/app`;
  for (const old of places.querySelectorAll('.dashboard')) old.remove();
  for (const line of links.reverse()) {
    line.className = 'dashboard';
    places.prepend(line);
  }
}

/** Looks again each second, and only while somebody sees the page. */
async function look() {
  try {
    if (!document.hidden) {
      show(await ask('/control/state'));
      note(await ask(`/control/requests?since=${Math.max(0, last - MOST)}`));
    }
  } catch (error) {
    write(at.said, error instanceof TypeError ? 'The sandbox does not answer.' : error.message);
  }
  setTimeout(look, 1_000);
}

start().catch(({ message }) => write(at.said, message));
void look();
