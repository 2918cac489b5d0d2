import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { mount } from 'svc-embed';
import { inspect } from 'svc-embed/inspector';
import { ManagementClient } from 'svc-embed/management';
import { SvcEmbed } from 'svc-embed/react';
import 'svc-embed/element';
import { actionsOf, options, READY, say, until } from './frame.js';

const reported = [];
// A test wants to see what a browser would report as uncaught.
globalThis.reportError = ({ message }) => reported.push(message);

afterEach(() => {
  reported.length = 0;
  document.body.replaceChildren();
});

test('an embed becomes ready, takes actions, is renewed and loaded again', async () => {
  const theme = { primaryColor: '#123456', nested: { at: [1] } };
  const filters = [{ member: 'orders.status', value: 'completed' }];
  const embed = await mount(document.body, options({ theme, filters, timezone: 'Europe/Berlin' }));
  const { iframe } = embed;
  await until(() => iframe.src);
  expect(iframe.src).toMatch(/^https:\/\/acme\.example\.com\/.*session=id-\d+&f_orders\.status=/);

  const actions = actionsOf(iframe);
  say(iframe, 'ready', READY);
  expect((await embed.ready).payload.mode).toBe('signed');
  expect(embed.session.status).toBe('active');
  expect(actions.map(([type]) => type)).toEqual([
    'svc:action:set-theme',
    'svc:action:set-timezone',
  ]);
  expect(actions[0][1]).toEqual(theme);

  embed.clearFilter('orders.status');
  expect(actions.at(-1)[0]).toBe('svc:action:set-filter');
  embed.renew().catch(() => {});
  await until(() => actions.at(-1)[0] === 'svc:action:set-session');
  expect(actions.at(-1)[1].sessionId).toMatch(/^id-/);
  const { src } = iframe;

  const inspector = inspect(embed);
  expect(inspector.element.shadowRoot.querySelector('h2').textContent).toBe('svc-embed');
  inspector.close();

  embed.reload().catch(() => {});
  await until(() => iframe.src !== src);
  embed.destroy();
  expect(iframe.isConnected).toBe(false);
});

test('the element mounts, and reports what is wrong', async () => {
  const element = document.createElement('svc-embed');
  const { surface, ...rest } = options();
  Object.assign(element, rest, { publicId: surface.publicId });
  document.body.append(element);
  const iframe = await until(() => element.iframe?.src && element.iframe);
  actionsOf(iframe);
  say(iframe, 'ready', READY);
  expect((await element.ready).type).toBe('svc:event:ready');

  const failed = new Promise((done) => element.addEventListener('mount-failed', done));
  element.setAttribute('params', '{bad');
  expect((await failed).detail.code).toBe('invalid-option');
  expect(element.iframe).toBe(null);
  expect(reported).toEqual([(await failed).detail.message]);
  element.remove();
});

test('the component shows what the embed is doing', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const cover = { fallback: 'wait', errorFallback: ({ error }) => error.code };
  root.render(createElement(SvcEmbed, options(cover)));
  await until(() => document.body.textContent === 'wait');
  const iframe = await until(() => {
    const iframe = document.querySelector('iframe');
    return iframe?.src && iframe;
  });
  actionsOf(iframe);
  say(iframe, 'ready', READY);
  await until(() => document.body.textContent === '');
  const onMountFailed = () => {};
  root.render(createElement(SvcEmbed, options({ ...cover, baseUrl: 'nowhere', onMountFailed })));
  await until(() => document.body.textContent === 'invalid-base-url');
  root.unmount();
});

test('a backend has its client and its key, though the test has a document', () => {
  const options = { baseUrl: 'https://acme.example.com', apiKey: 'key' };
  expect(new ManagementClient(options)).toBeInstanceOf(ManagementClient);
  Object.assign(process.env, { SVC_BASE_URL: options.baseUrl, SVC_API_KEY: options.apiKey });
  expect(new ManagementClient()).toBeInstanceOf(ManagementClient);
});

test('an error is thrown where there is no reportError', async () => {
  const { reportError, setTimeout } = globalThis;
  delete globalThis.reportError;
  // An embed of an earlier test may set a timer meanwhile.
  const thrown = new Promise((resolve) => {
    globalThis.setTimeout = (call, ...rest) =>
      setTimeout(
        () => {
          try {
            call();
          } catch (error) {
            resolve(error);
          }
        },
        ...rest,
      );
  });
  const element = document.createElement('svc-embed');
  Object.assign(element, { baseUrl: 'nowhere', publicId: 'sales' });
  document.body.append(element);
  expect((await thrown).code).toBe('invalid-base-url');
  Object.assign(globalThis, { reportError, setTimeout });
  element.remove();
});
