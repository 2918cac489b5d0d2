// The client's SCIM half by RFC 7644, against a service that is not ours, and against the sandbox:
// what both answer alike is no reading of our own. `npm run scim` starts the former.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManagementClient, ConflictError, NotFoundError } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const PREFIX = '/api/scim/v2/';

/** The other server has the same resources at another address. */
const movedTo = (base) => (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  assert.ok(url.pathname.startsWith(PREFIX), url.pathname);
  const moved = new URL(`${base}/v2/${url.pathname.slice(PREFIX.length)}${url.search}`);
  return fetch(input instanceof Request ? new Request(moved, input) : moved, init);
};

const { SCIM_SERVER, SCIM_TOKEN } = process.env;
assert.ok(SCIM_SERVER && SCIM_TOKEN, 'npm run scim sets SCIM_SERVER and SCIM_TOKEN');

const services = {
  'an independent server': () => ({
    client: new ManagementClient({
      baseUrl: SCIM_SERVER,
      scimToken: SCIM_TOKEN,
      fetch: movedTo(SCIM_SERVER),
    }),
    stop() {},
  }),
  'the sandbox': async () => {
    const { tenant, stop } = await startSandbox();
    return {
      client: new ManagementClient({ baseUrl: tenant, scimToken: 'sandbox-admin-key' }),
      stop,
    };
  },
};

const userNames = (users) => users.map(({ userName }) => userName);

for (const [name, start] of Object.entries(services)) {
  test(`users and groups of ${name}`, async (t) => {
    const { client, stop } = await start();
    t.after(stop);
    const { users, groups } = client.scim;
    const user = (index) => ({
      schemas: [USER],
      userName: `reader-${index}@rfc.example`,
      name: { givenName: 'Reader', familyName: `Number ${index}` },
      emails: [{ value: `reader-${index}@rfc.example`, type: 'work', primary: true }],
      active: true,
    });
    const made = [];

    await t.test('a user is created, with an id and a location', async () => {
      for (let index = 0; index < 7; index++) made.push(await users.create(user(index)));
      assert.equal(new Set(made.map(({ id }) => id)).size, 7);
      assert.match(made[0].meta.location, new RegExp(`/Users/${made[0].id}$`));
      assert.equal(made[0].meta.resourceType, 'User');
    });

    await t.test('a user name is taken once', async () => {
      await assert.rejects(users.create(user(0)), ConflictError);
    });

    await t.test('a user is read, whole and in part', async () => {
      const [{ id }] = made;
      assert.equal((await users.retrieve(id)).userName, 'reader-0@rfc.example');
      const part = await users.retrieve(id, { query: { attributes: 'userName' } });
      assert.equal(part.userName, 'reader-0@rfc.example');
      assert.equal(part.name, undefined);
    });

    await t.test(
      'a filter finds by equality, by the beginning, and by a group of both',
      async () => {
        const find = async (filter) => userNames((await users.list({ filter })).items).sort();
        assert.deepEqual(await find('userName eq "reader-3@rfc.example"'), [
          'reader-3@rfc.example',
        ]);
        assert.equal((await find('userName sw "reader-"')).length, 7);
        assert.deepEqual(
          await find(
            'userName sw "reader-" and (name.familyName co "1" or name.familyName co "2")',
          ),
          ['reader-1@rfc.example', 'reader-2@rfc.example'],
        );
      },
    );

    await t.test('pages of two, to the end', async () => {
      const query = { filter: 'userName sw "reader-"', count: 2 };
      const page = await users.list(query);
      assert.equal(page.items.length, 2);
      assert.equal(page.hasNextPage(), true);
      const all = [];
      for await (const each of users.list(query)) all.push(each.userName);
      assert.equal(new Set(all).size, 7);
      assert.equal(all.length, 7);
    });

    await t.test('a patch adds, replaces and removes', async () => {
      const { id } = made[1];
      const patch = (...Operations) => users.patch(id, { schemas: [PATCH], Operations });
      await patch(
        { op: 'replace', path: 'active', value: false },
        { op: 'add', path: 'displayName', value: 'The reader' },
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@rfc.example' },
      );
      const patched = await users.retrieve(id);
      assert.equal(patched.active, false);
      assert.equal(patched.displayName, 'The reader');
      assert.deepEqual(
        patched.emails.map(({ value }) => value),
        ['new@rfc.example'],
      );
      await patch({ op: 'remove', path: 'displayName' });
      assert.equal((await users.retrieve(id)).displayName, undefined);
    });

    await t.test('a new primary value takes the place of the former', async () => {
      const { id } = await users.create({
        ...user(90),
        emails: [{ value: 'first@rfc.example', type: 'work', primary: true }],
      });
      const value = [{ value: 'second@rfc.example', type: 'home', primary: true }];
      await users.patch(id, {
        schemas: [PATCH],
        Operations: [{ op: 'add', path: 'emails', value }],
      });
      const { emails } = await users.retrieve(id);
      const primary = emails.filter((email) => email.primary).map((email) => email.value);
      assert.deepEqual(primary, ['second@rfc.example']);
      assert.equal(emails.length, 2);
      await users.delete(id);
    });

    await t.test('a user is replaced: what is not given goes', async () => {
      const { id } = made[2];
      const { emails: _emails, ...rest } = user(2);
      const replaced = await users.replace(id, { ...rest, displayName: 'Another' });
      assert.equal(replaced.displayName, 'Another');
      assert.equal((await users.retrieve(id)).emails, undefined);
    });

    await t.test('a group has members, who come and go by patches', async () => {
      const member = ({ id }) => ({ value: id });
      const group = await groups.create({
        schemas: [GROUP],
        displayName: 'Readers',
        members: [member(made[0])],
      });
      const patch = (...Operations) => groups.patch(group.id, { schemas: [PATCH], Operations });
      const members = async () =>
        ((await groups.retrieve(group.id)).members ?? []).map(({ value }) => value).sort();
      await patch({ op: 'add', path: 'members', value: [member(made[3]), member(made[4])] });
      assert.deepEqual(await members(), [made[0].id, made[3].id, made[4].id].sort());
      await patch({ op: 'remove', path: `members[value eq "${made[3].id}"]` });
      assert.deepEqual(await members(), [made[0].id, made[4].id].sort());
      const found = await groups.list({ filter: 'displayName eq "Readers"' });
      assert.deepEqual(
        found.items.map(({ id }) => id),
        [group.id],
      );
      await groups.delete(group.id);
      await assert.rejects(groups.retrieve(group.id), NotFoundError);
    });

    await t.test('a user who is deleted is gone', async () => {
      for (const { id } of made) await users.delete(id);
      await assert.rejects(users.retrieve(made[0].id), NotFoundError);
      await assert.rejects(users.delete(made[0].id), NotFoundError);
      assert.equal((await users.list({ filter: 'userName sw "reader-"' })).items.length, 0);
    });
  });
}
