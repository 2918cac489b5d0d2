// Measures the memory of a page after garbage collection, with Chromium's DevTools protocol.

import { setTimeout as sleep } from 'node:timers/promises';

/** The names of the measures, and of the protocol's metrics. */
const METRICS = {
  heap: 'JSHeapUsedSize',
  nodes: 'Nodes',
  listeners: 'JSEventListeners',
  documents: 'Documents',
  frames: 'Frames',
  detached: 'DetachedScriptStates',
};

/** True if the browser can be measured. Only Chromium's driver speaks the protocol. */
export const canMeasure = (driver) => typeof driver.sendAndGetDevToolsCommand === 'function';

/**
 * Goes on in a new tab until the test `t` ends. A new tab has a process of its own, and the measures
 * are those of a process: they would count what the pages of earlier tests left, for as long as it is
 * there.
 */
export async function newProcess(t, driver) {
  const before = await driver.getWindowHandle();
  await driver.switchTo().newWindow('tab');
  t.after(async () => {
    await driver.close();
    await driver.switchTo().window(before);
  });
}

/** The page's heap in bytes, and the numbers of its nodes, listeners, windows and objects. */
export async function measure(driver) {
  await driver.sendDevToolsCommand('Performance.enable');
  // Several times, because the next collection frees what a finalizer has released.
  for (let times = 0; times < 4; times++) {
    await driver.sendDevToolsCommand('HeapProfiler.collectGarbage');
    await sleep(50);
  }
  const { metrics } = await driver.sendAndGetDevToolsCommand('Performance.getMetrics');
  const values = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const read = Object.entries(METRICS).map(([key, name]) => [key, values[name]]);
  return { ...Object.fromEntries(read), objects: await countObjects(driver) };
}

/** What the browser counts exactly. */
const COUNTED = ['nodes', 'listeners', 'documents', 'frames', 'detached'];

/** The exact counts that are higher in `after` than in `before`. */
export const grown = (before, after) => COUNTED.filter((name) => after[name] > before[name]);

/**
 * Measures again until the browser lets go of nothing more, for some seconds at most: what it lets go of later
 * would hide as much that is leaked.
 */
export async function measureBefore(driver) {
  for (let tries = 1, last; ; tries++) {
    const before = await measure(driver);
    if (tries === 10 || before.objects >= last) return before;
    last = before.objects;
    await sleep(500);
  }
}

/**
 * Measures again until nothing has grown since `before`, but for `most` objects, for some seconds at most: a
 * busy browser lets go of an iframe's document late. What is leaked stays.
 */
export async function measureAfter(driver, before, most = Infinity) {
  for (let tries = 1; ; tries++) {
    const after = await measure(driver);
    const isSame = grown(before, after).length === 0 && after.objects <= before.objects + most;
    if (tries === 10 || isSame) return after;
    await sleep(500);
  }
}

/**
 * The number of live objects, functions and promises of the page's realm. This number is more exact
 * than the heap's size, which includes data that the engine keeps about frequently run code.
 */
async function countObjects(driver) {
  const ask = (command, params) => driver.sendAndGetDevToolsCommand(`Runtime.${command}`, params);
  const group = { objectGroup: 'count' };
  const root = await ask('evaluate', { expression: 'Object.prototype', ...group });
  const found = await ask('queryObjects', { prototypeObjectId: root.result.objectId, ...group });
  const { result } = await ask('callFunctionOn', {
    objectId: found.objects.objectId,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await driver.sendDevToolsCommand('Runtime.releaseObjectGroup', group);
  return result.value;
}
