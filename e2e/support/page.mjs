// Works with a page through WebDriver only, so that nothing here depends on the engine.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { By } from 'selenium-webdriver';

const screenshots = fileURLToPath(new URL('../../target/e2e', import.meta.url));

/**
 * Runs a function in the page, in the driver's current frame. Resolves to its result, or rejects
 * with its error. The function cannot use variables of this module, only `args`. The arguments and
 * the result cross as JSON.
 */
export async function evaluate(driver, body, ...args) {
  const script = `
    const done = arguments[arguments.length - 1];
    const describe = (error) =>
      error && error.stack ? error.name + ': ' + error.message + '\\n' + error.stack : String(error);
    (async () => (${body})(...arguments[0]))().then(
      (value) => done({ value }),
      (error) => done({ error: describe(error) }),
    );`;
  const outcome = await driver.executeAsyncScript(script, args);
  if (outcome.error !== undefined && outcome.error !== null) {
    throw new Error(`The page threw: ${outcome.error}`);
  }
  return outcome.value;
}

/** Runs `body` with the driver inside an iframe (an element, what finds it, or a selector), then leaves it. */
export async function insideFrame(driver, frame, body) {
  const element =
    typeof frame === 'string'
      ? await driver.findElement(By.css(frame))
      : await (typeof frame === 'function' ? frame() : frame);
  await driver.switchTo().frame(element);
  try {
    return await body();
  } finally {
    await driver.switchTo().defaultContent();
  }
}

/** Runs in an embed: sends an event, whatever its payload. */
export function say(type, payload) {
  const message = { source: 'svc-embed', direction: 'event', surface: 'dashboard', payload };
  parent.postMessage({ ...message, type: `svc:event:${type}`, timestamp: Date.now() }, '*');
}

/**
 * Calls `look`, a function for `evaluate`, again and again for a while, in the page itself: a command costs the
 * browser and its driver more than that. Resolves to what it answers last: the first that is not falsy, if any.
 */
export const patiently = (look) =>
  `async (...args) => {
    const look = ${look};
    const end = performance.now() + ${A_LOOK_MS};
    for (;;) {
      const found = await look(...args);
      if (found || performance.now() > end) return found;
      await new Promise((done) => setTimeout(done, 15));
    }
  }`;

/** How long a look in the page lasts. */
const A_LOOK_MS = 400;

/**
 * Waits until the sandbox's embed shows all properties of `wanted` in its `data-` attributes. `inFrame` runs
 * a function in it, with arguments.
 */
export function showsIn(inFrame, wanted, options) {
  const shown = patiently((wanted) => {
    const { dataset } = document.documentElement;
    return Object.entries(wanted).every(([key, value]) => dataset[key] === value);
  });
  return waitFor(
    `an embed that shows ${JSON.stringify(wanted)}`,
    async () => {
      if (await inFrame(shown, wanted)) return true;
      throw new Error(
        JSON.stringify(await inFrame(() => ({ ...document.documentElement.dataset }))),
      );
    },
    options,
  );
}

/** The pause between two looks, in milliseconds. Each look costs the browser and its driver some. */
const PAUSE = { least: 20, most: 150 };

/**
 * Calls `condition` until it resolves to a truthy value, and resolves to that value. A condition
 * that throws is called again. `what` names the condition in the error message. What has taken long is
 * looked at less often.
 */
export async function waitFor(what, condition, { timeoutMs = 30_000, everyMs } = {}) {
  const start = performance.now();
  const end = start + timeoutMs;
  for (;;) {
    let value;
    let cause;
    try {
      value = await condition();
    } catch (error) {
      cause = error;
    }
    if (value) return value;
    if (performance.now() >= end) {
      throw new Error(
        `Waited ${timeoutMs} ms for ${what}. The last value was ${JSON.stringify(value)}.`,
        {
          cause,
        },
      );
    }
    const some = (performance.now() - start) / 5;
    await sleep(everyMs ?? Math.min(Math.max(some, PAUSE.least), PAUSE.most));
  }
}

/**
 * Saves a screenshot as `target/e2e/<name>.png`, for people to look at, if E2E_SCREENSHOTS is set. Not in WebKit, whose
 * driver may never answer.
 */
export async function screenshot(driver, name) {
  if (!process.env.E2E_SCREENSHOTS || process.env.E2E_ENGINE === 'webkit') return;
  mkdirSync(screenshots, { recursive: true });
  const path = join(screenshots, `${name}.png`);
  writeFileSync(path, await driver.takeScreenshot(), 'base64');
}
