// A page with one `<svc-embed>`, and how tests speak to it.

import { control, counts, event, freshPage, QUICK } from './embed.mjs';
import { evaluate, insideFrame, say as sayInEmbed, showsIn } from './page.mjs';
import { driver, sandbox } from './world.mjs';

/** Runs `body` in the page with the element as its first argument. */
export const withElement = (body, ...args) =>
  evaluate(driver, new Function('...args', `return (${body})(window.element, ...args);`), ...args);

/**
 * Opens a fresh page with an element that has these attributes. `window.embed` records what it
 * reports, as for `mountEmbed`.
 */
export async function openElement(attributes = {}, { until = 'dashboard-loaded', faults } = {}) {
  await freshPage();
  // Without it the embed is private.
  if (attributes['session-url'] === null) await control('faults', { signedIn: true });
  if (faults) await control('faults', faults);
  const all = {
    'base-url': sandbox.tenant,
    'public-id': 'sales-overview',
    'session-url': '/api/embed-session',
    ...attributes,
  };
  await evaluate(
    driver,
    async (attributes, renewal) => {
      window.bridge = await import('/dist/element.js');
      const source = {
        baseUrl: attributes['base-url'] ?? undefined,
        sessionUrl: attributes['session-url'] ?? undefined,
      };
      bridge.SvcEmbedElement.allow(source);
      // What attributes say of the parameters, before a script sets others.
      bridge.SvcEmbedElement.allow({ ...source, params: attributes.params });
      const element = document.createElement('svc-embed');
      // As a property, it needs no leave.
      element.renewal = renewal;
      const own = { embed: element, seen: [], states: [], errors: [] };
      element.on('*', (event) => own.seen.push(event));
      element.on('session', (state) => own.states.push(state));
      for (const [name, value] of Object.entries(attributes)) {
        if (value !== null) element.setAttribute(name, value);
      }
      window.reported = [];
      addEventListener('error', ({ error }) => window.reported.push(error?.code ?? String(error)));
      window.element = element;
      window.embed = own;
      document.querySelector('#target').append(element);
    },
    all,
    QUICK,
  );
  if (until) await event(until);
}

export async function inElement(body, ...args) {
  const iframe = await driver.executeScript('return window.element.iframe');
  return insideFrame(driver, iframe, () => evaluate(driver, body, ...args));
}

/** Waits until the embed shows `wanted`, property by property. */
export const showsThat = (wanted) => showsIn(inElement, wanted);

/** Makes the embed send an event. */
export const say = (...given) => inElement(sayInEmbed, ...given);

export const mints = async () => (await counts()).mintRequests;
export const iframes = () =>
  withElement((element) => element?.shadowRoot.querySelectorAll('iframe').length ?? 0);
/** Waits until pending microtasks and messages are done. */
export const settle = () => evaluate(driver, () => new Promise((done) => setTimeout(done, 300)));

/** What a viewer sees in the middle of the element: the content of a slot, or the iframe. */
export const shownContent = () =>
  withElement((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height, 100) / 2);
    return seen === element ? 'iframe' : seen?.slot;
  });

export const addContent = () =>
  withElement((element) => {
    // Without an iframe it would have no height.
    element.style.height = '300px';
    for (const slot of ['loading', 'error']) {
      element.append(Object.assign(document.createElement('p'), { slot, textContent: slot }));
    }
  });
