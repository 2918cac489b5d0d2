// Users by SCIM: list, filter, create, deactivate.

import { byId, h } from '../dom.js';
import { createUser, listUsers, setActive } from './calls.js';
import { traced } from './client.js';
import { attempt, say } from './outcome.js';

const place = byId('users-outcome');
const rows = byId('users-rows');

/** Connects both forms and shows the users. */
export async function startUsers() {
  const own = traced(byId('users-calls'));
  const filter = byId('users-filter');

  async function show() {
    const users = await listUsers(own, filter.value.trim());
    rows.replaceChildren(...users.map(row));
    return users;
  }

  function row(user) {
    const { userName, name, active } = user;
    const act = active ? 'Deactivate' : 'Activate';
    const attributes = { class: 'button', type: 'button', 'aria-label': `${act} ${userName}` };
    const button = h('button', attributes, act);
    button.addEventListener('click', () =>
      attempt(place, button, async () => {
        const changed = await setActive(own, user, !active);
        const now = row(changed);
        const hadFocus = document.activeElement === button;
        button.closest('tr').replaceWith(now);
        if (hadFocus) now.querySelector('button').focus();
        say(place, `${userName} is ${changed.active ? 'active' : 'inactive'} now.`);
      }),
    );
    const full = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
    const state = h('span', { class: 'active', 'data-active': active }, active ? 'yes' : 'no');
    const cells = [full || '–', state, button].map((content) => h('td', {}, content));
    return h('tr', {}, h('th', { scope: 'row' }, userName), ...cells);
  }

  byId('users-find').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(place, byId('users-find-run'), async () => {
      const { length } = await show();
      say(place, length === 1 ? 'One user matches.' : `${length} users match.`);
    });
  });
  byId('users-create').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(place, byId('users-create-run'), async () => {
      const [userName, givenName, familyName] = ['user', 'given', 'family'].map((name) =>
        byId(`users-${name}`).value.trim(),
      );
      const user = await createUser(own, userName, { givenName, familyName });
      event.target.reset();
      rows.append(row(user));
      say(place, `${user.userName} is created, with the id ${user.id}.`);
    });
  });
  const users = await show();
  const active = users.filter((user) => user.active);
  say(place, `${active.length} of ${users.length} users may sign in to the console.`);
}
