// What a page holds on to once its garbage is gone, by Chromium's DevTools protocol.

import { setTimeout as sleep } from 'node:timers/promises';

/** What is read, and the name it gets here. */
const METRICS = {
  heap: 'JSHeapUsedSize',
  nodes: 'Nodes',
  listeners: 'JSEventListeners',
  documents: 'Documents',
};

/** Whether this browser tells: only Chromium's driver speaks the protocol. */
export const canMeasure = (driver) => typeof driver.sendAndGetDevToolsCommand === 'function';

/** The page's heap in bytes, and its nodes, listeners, documents and JavaScript objects. */
export async function measure(driver) {
  await driver.sendDevToolsCommand('Performance.enable');
  // More than once: what a finalizer lets go of is garbage of the next collection.
  for (let times = 0; times < 4; times++) {
    await driver.sendDevToolsCommand('HeapProfiler.collectGarbage');
    await sleep(50);
  }
  const { metrics } = await driver.sendAndGetDevToolsCommand('Performance.getMetrics');
  const values = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const read = Object.entries(METRICS).map(([key, name]) => [key, values[name]]);
  return { ...Object.fromEntries(read), objects: await countObjects(driver) };
}

/**
 * How many objects, functions and promises of the page's own realm are alive. The heap's size says
 * less: the engine's notes on code that has become hot are in it as well.
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
