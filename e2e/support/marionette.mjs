// Drives Firefox by the protocol that it speaks itself: firefox-source-docs.mozilla.org/testing/marionette. A driver
// of WebDriver would only translate to it, and has to be compiled: Debian has none.

import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import { throwDecodedError } from 'selenium-webdriver/lib/error.js';
import { extractId, isId } from 'selenium-webdriver/lib/webelement.js';
import { freePort } from '../../scripts/lib/server.mjs';

/** The commands of selenium that have another name here. The rest begin with a capital. */
const NAMES = {
  actions: 'PerformActions',
  clearActions: 'ReleaseActions',
  clearElement: 'ElementClear',
  clickElement: 'ElementClick',
  close: 'CloseWindow',
  findChildElement: 'FindElement',
  findChildElements: 'FindElements',
  get: 'Navigate',
  getCurrentUrl: 'GetCurrentURL',
  getCurrentWindowHandle: 'GetWindowHandle',
  getElementValueOfCssProperty: 'GetElementCSSValue',
  goBack: 'Back',
  goForward: 'Forward',
  printPage: 'Print',
  quit: 'DeleteSession',
  screenshot: 'TakeScreenshot',
  sendKeysToElement: 'ElementSendKeys',
  setTimeout: 'SetTimeouts',
  switchToFrameParent: 'SwitchToParentFrame',
};

/** What some commands are given otherwise. */
const GIVEN = {
  findChildElement: ({ id, ...rest }) => ({ ...rest, element: id }),
  findChildElements: ({ id, ...rest }) => ({ ...rest, element: id }),
  screenshot: () => ({ full: false }),
  setContext: ({ context }) => ({ value: context }),
  switchToFrame: ({ id }) => (typeof id === 'string' ? { element: id } : { id }),
};

/** Starts `program` with an empty folder as its profile. Resolves to selenium's driver. */
export async function startFirefox({ program, args, profile, preferences, startProgram }) {
  const port = await freePort();
  const lines = Object.entries({ ...preferences, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const own = ['-headless', '-no-remote', '-marionette', '-profile', profile, ...args];
  const child = startProgram(program, own, { stdio: 'ignore' });
  const ask = await connection(port, child);
  const { sessionId, capabilities } = await ask('WebDriver:NewSession', {});
  return new firefox.Driver(new Session(sessionId, capabilities), {
    execute(command) {
      const [name, given] = [command.getName(), { ...command.getParameters() }];
      delete given.sessionId;
      if (isId(given.id)) given.id = extractId(given.id);
      const own = NAMES[name] ?? name[0].toUpperCase() + name.slice(1);
      const part = name === 'setContext' ? 'Marionette' : 'WebDriver';
      return ask(`${part}:${own}`, GIVEN[name]?.(given) ?? given);
    },
  });
}

/** Resolves to a function that sends a command, and resolves to its answer. */
async function connection(port, child) {
  const waiting = new Map();
  let last = 0;
  let rest = Buffer.alloc(0);
  const receive = ([, id, error, result]) => {
    const answer = waiting.get(id);
    waiting.delete(id);
    answer({ error, result });
  };
  const socket = await open(port, child);
  const end = () => {
    const error = { error: 'unknown error', message: 'Firefox has ended.' };
    for (const answer of waiting.values()) answer({ error });
  };
  socket.on('close', end).on('error', () => {});
  // `12:[1,1,null,{}]`: each message after its length in bytes. The first one is a greeting.
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const start = rest.indexOf(':') + 1;
      const length = start + Number(rest.subarray(0, Math.max(start - 1, 0)));
      if (start === 0 || rest.length < length) return;
      const message = JSON.parse(rest.subarray(start, length));
      rest = rest.subarray(length);
      if (Array.isArray(message)) receive(message);
    }
  });
  return async (name, given) => {
    const id = ++last;
    const text = JSON.stringify([0, id, name, given]);
    const { error, result } = await new Promise((resolve) => {
      waiting.set(id, resolve);
      if (socket.destroyed) end();
      else socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    if (error) throwDecodedError(error);
    return result && 'value' in result ? result.value : result;
  };
}

/** Connects when the browser listens. */
async function open(port, child) {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    if (isOpen) return socket;
    await sleep(50);
  }
  throw new Error('Firefox has ended before it listened.');
}
