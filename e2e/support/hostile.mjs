// A page with an embed whose document does what the test says, and strangers around it.

import { readFileSync } from 'node:fs';
import { evaluate } from './page.mjs';
import { html, servePages } from './pages-server.mjs';
import { driver } from './world.mjs';

/** The text of a file in `hostile/`. */
export const readHostile = (name) =>
  readFileSync(new URL(`hostile/${name}`, import.meta.url), 'utf8');
const puppet = html(readHostile('puppet.html'));

/**
 * Each is of an origin of its own. `scripts` are texts that the page runs first, in this order. The
 * embeds of the page are those of a shell of `shells.mjs`.
 */
export async function openHostile(t, scripts = [], { entry = 'index' } = {}) {
  const answers = { '/embed/dashboard/sales': puppet, '/puppet': puppet };
  const tenant = await servePages(t, answers);
  const stranger = await servePages(t, answers);
  const names = `const ENTRY = '/dist/${entry}.js';`;
  const all = [...scripts, names, readHostile('page.js')]
    .map((text) => `<script>${text}</script>`)
    .join('');
  const text = `<meta charset="utf-8" /><title>A page</title><main></main>${all}`;
  const page = await servePages(t, { '/': html(text), '/puppet': puppet });
  await driver.get(`${page.origin}/`);
  return { page: page.origin, tenant: tenant.origin, stranger: stranger.origin };
}

/**
 * Runs a function as a script of the page itself, with arguments and a result that cross as JSON.
 * The page's script, `hostile/page.js`, has helpers for it.
 */
export function inPage(body, ...args) {
  return evaluate(
    driver,
    (body, args) =>
      new Promise((resolve, reject) => {
        const told = ({ detail }) => {
          const { value, error } = JSON.parse(detail);
          if (error) reject(new Error(error));
          else resolve(value);
        };
        document.addEventListener('told', told, { once: true });
        const script = document.createElement('script');
        script.textContent = `(async () => (${body})(...${args}))().then(
          (value) => ({ value }),
          (error) => ({ error: String(error) + error?.stack }),
        ).then((told) => document.dispatchEvent(
          new CustomEvent('told', { detail: JSON.stringify(told) }),
        ));`;
        document.head.append(script);
        script.remove();
      }),
    String(body),
    JSON.stringify(args),
  );
}
