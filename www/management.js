// The page of the management API: five recipes of the client, each with its code and its answer, and the table
// of operations.

import { ManagementClient, isManagementError } from '/dist/management/index.js';
import { byId, copyButton, h, showCode, startScheme } from './page.js';

const GUIDE = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide';

/** The page shows the source of this function and of the recipes, so what it shows is what runs. */
function makeClient(onResponse) {
  return new ManagementClient({
    // The page's own backend, which has the API key and adds it.
    baseUrl: new URL('/api/management', location.href),
    // The backend requires it. Pages of other origins cannot send it.
    headers: { 'x-svc-embed-demo': 'management' },
    onResponse,
  });
}

const RECIPES = [
  {
    title: 'Clone a workbook for a customer',
    says: 'The clone belongs to the caller, has a new id for each report, and its dashboard is not embedded.',
    guide: 'management.md#clone-a-workbook-for-a-customer',
    run: async function cloneWorkbook(client) {
      return client.workbooks.duplicate(7, 41);
    },
  },
  {
    title: 'List everything',
    says: 'The loop fetches the next page when it needs it. Here, a page has ten reports.',
    guide: 'management.md#list-everything',
    run: async function listReports(client) {
      const names = [];
      for await (const report of client.reports.list(7, { first: 10 })) {
        names.push(report.name);
      }
      return names;
    },
  },
  {
    title: 'Export a PDF, with its progress',
    says: 'The client asks for the state of the job until it is done, and resolves to the response.',
    guide: 'management.md#export-a-pdf-with-progress',
    run: async function exportPdf(client, show) {
      const response = await client.dashboardExports.run(
        7,
        { dashboardPublicId: 'sales-overview', format: 'pdf' },
        { pollMs: 100, onProgress: (job) => show(job) },
      );
      return response.blob();
    },
  },
  {
    title: 'Provision a user by SCIM',
    says: 'Run it twice: the service refuses the second user of this name.',
    guide: 'management.md#sync-users-by-scim',
    run: async function createUser(client) {
      return client.scim.users.create({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'grace@example.com',
        active: true,
      });
    },
  },
  {
    title: 'Find out what went wrong',
    says: 'Each kind of error has its own class. This workbook belongs to another deployment.',
    guide: 'errors.md#notfounderror',
    run: async function cloneElsewhere(client) {
      try {
        return await client.workbooks.duplicate(7, 44);
      } catch (error) {
        if (!isManagementError(error)) throw error;
        const { name, message, status, requestId } = error;
        return { name, message, status, requestId };
      }
    },
  },
];

startScheme();
showCode(byId('client-code'), String(makeClient));
byId('recipes').append(...RECIPES.map(cardOf));
startOperations();
// Hidden until now, so that nothing moves.
byId('parts').hidden = false;

/** A recipe: what it does, its code, and the answer when it has been run. */
function cardOf({ title, says, guide, run }) {
  const code = h('code');
  showCode(code, sourceOf(run));
  const calls = h('p', { class: 'hint', role: 'status' }, 'Not run yet.');
  const answer = h('pre', { ...box(`Answer: ${title}`), class: 'answer' });
  let count = 0;
  const client = makeClient(({ operation, status, durationMs }) => {
    count += 1;
    const before = count > 1 ? `${count} calls, the last: ` : '';
    calls.textContent = `${before}${operation} ${status} in ${Math.round(durationMs)} ms`;
  });
  const button = h(
    'button',
    {
      class: 'button primary',
      type: 'button',
      'data-run': run.name,
      'aria-label': `Run: ${title}`,
    },
    'Run',
  );
  button.addEventListener('click', async () => {
    // Not `disabled`, because the button would lose the focus.
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    count = 0;
    try {
      answer.textContent = textOf(await run(client, (job) => (answer.textContent = textOf(job))));
      answer.dataset.state = 'done';
    } catch (error) {
      const { name, message, status, code } = error;
      answer.textContent = textOf({ name, message, status, code });
      answer.dataset.state = 'failed';
    }
    button.removeAttribute('aria-disabled');
  });
  const link = h('a', { href: `${GUIDE}/${guide}`, 'aria-label': `Guide: ${title}` }, 'Guide');
  return h(
    'section',
    { class: 'card recipe', 'aria-label': title },
    h('h2', {}, title, link),
    h('p', { class: 'hint' }, says),
    h('div', { class: 'listing' }, h('pre', box(`Code: ${title}`), code)),
    h('div', { class: 'result' }, button, copyButton(code, `Copy: ${title}`), calls),
    answer,
  );
}

/** It scrolls sideways, so the keyboard must reach it. */
function box(label) {
  return { tabindex: 0, role: 'group', 'aria-label': label };
}

/** The source of a function, without the indentation that it has here. */
function sourceOf(run) {
  const lines = String(run).split('\n');
  const indent = /^ */.exec(lines.at(-1))[0];
  return lines.map((line) => line.replace(indent, '')).join('\n');
}

/** An answer as JSON; of a file, what there is to say. */
function textOf(value) {
  const { type, size } = value instanceof Blob ? value : {};
  return JSON.stringify(type ? { type, size } : value, null, 2);
}

/** The table of all operations, and the field that searches it. */
function startOperations() {
  const { operations } = makeClient();
  const rows = operations.map(({ id, method, path }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('code', {}, id)),
      h('td', {}, h('code', {}, method)),
      h('td', {}, h('code', {}, path)),
    ),
  );
  byId('operations').append(...rows);
  const show = () => {
    const wanted = byId('search').value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    const found = rows.filter((row) => !row.hidden).length;
    byId('found').textContent = `${found} of ${rows.length} operations`;
  };
  byId('search').addEventListener('input', show);
  show();
}
