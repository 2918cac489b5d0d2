// Runs code of the guide on a host page.

import { consoleLines } from '../../support/demo.mjs';
import { evaluate, insideFrame, say, showsIn, waitFor } from '../../support/page.mjs';
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
  await consoleLines();
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
function findIframe() {
  return waitFor('an iframe', () =>
    driver.executeScript(
      'return document.querySelector("iframe") ?? document.querySelector("svc-embed")?.iframe',
    ),
  );
}

/** Evaluates `body` inside the iframe. */
async function inIframe(body, ...args) {
  return insideFrame(driver, await findIframe(), () => evaluate(driver, body, ...args));
}

/** Waits until the embed shows all properties of `wanted`. */
export const iframeShows = (wanted, options) => showsIn(inIframe, wanted, options);

/** The filters that the embed shows: the values of each member. */
export async function shownFilters() {
  const filters = await inIframe(() => document.documentElement.dataset.filters ?? '[]');
  return Object.fromEntries(JSON.parse(filters).map(({ member, values }) => [member, values]));
}

/** Sends a drilldown event from the embed. */
export const drillInto = (member) => inIframe(say, 'drilldown', { member });
