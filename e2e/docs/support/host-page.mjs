// Runs code of the guide on a host page.

import { evaluate, insideFrame, waitFor } from '../../support/page.mjs';
import { driver, sandbox } from '../../support/world.mjs';
import { control } from '../../support/embed.mjs';

/** Replaces the tenant's address in code by the sandbox's. The quick start has that of a sandbox. */
export function forTenant(code) {
  return code.replace(/https:\/\/acme\.example\.com|http:\/\/127\.0\.0\.1:4601/g, sandbox.tenant);
}

/** Also replaces the imports of the package by URLs of the sandbox, which serves the package. */
export function forSandbox(code) {
  return forTenant(code).replace(
    /\b(from|import|import\() ?'svc-embed(\/[\w-]+)?'/g,
    (_, keyword, entry = '/index') => `${keyword} '${sandbox.host}/dist${entry}.js'`,
  );
}

/** Resets the sandbox and opens a host page with `html` in its `<main>`. */
export async function openPage(html = '') {
  // Leaves the previous page first. It could request ids after the counters are reset.
  await driver.get('about:blank');
  await control('reset', {});
  await driver.get(`${sandbox.host}/`);
  await evaluate(driver, (html) => (document.querySelector('main').innerHTML = html), html);
}

/** Runs a module's code in the page. */
export function runModule(code) {
  return evaluate(
    driver,
    async (code) => {
      await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    },
    code,
  );
}

/** Waits for the page's iframe, in the document or inside `<svc-embed>`. */
export function findIframe() {
  return waitFor('an iframe', () =>
    driver.executeScript(
      'return document.querySelector("iframe") ?? document.querySelector("svc-embed")?.iframe',
    ),
  );
}

/** Evaluates `body` inside the iframe. */
export async function inIframe(body, ...args) {
  return insideFrame(driver, await findIframe(), () => evaluate(driver, body, ...args));
}

/** Waits until the embed shows all properties of `wanted`. */
export async function iframeShows(wanted, options) {
  await waitFor(
    `an embed that shows ${JSON.stringify(wanted)}`,
    async () => {
      const state = await inIframe(() => ({ ...document.documentElement.dataset }));
      if (Object.entries(wanted).every(([key, value]) => state[key] === value)) return true;
      throw new Error(JSON.stringify(state));
    },
    options,
  );
}

/** The filters that the embed shows: the values of each member. */
export async function shownFilters() {
  const filters = await inIframe(() => document.documentElement.dataset.filters ?? '[]');
  return Object.fromEntries(JSON.parse(filters).map(({ member, values }) => [member, values]));
}

/** Sends a drilldown event from the embed. */
export function drillInto(member) {
  return inIframe((member) => {
    const message = { source: 'svc-embed', direction: 'event', surface: 'dashboard' };
    const event = { ...message, type: 'svc:event:drilldown', timestamp: Date.now() };
    parent.postMessage({ ...event, payload: { member } }, '*');
  }, member);
}
