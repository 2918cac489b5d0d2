// The scenes that the npm package and the crate both play: tests/fixtures/scenes.json.

import { readFileSync } from 'node:fs';
import { evaluate } from './page.mjs';

const fixture = (name) =>
  readFileSync(new URL(`../../tests/fixtures/${name}`, import.meta.url), 'utf8');

/** What the scenes begin with, and the scenes. */
export const { beginnings, scenes } = JSON.parse(fixture('scenes.json'));

/**
 * Loads the stage into the page as a module of the page's own: in Firefox, a script of WebDriver's
 * has other globals than the page, so that it could not replace the page's clocks.
 */
export function loadStage(driver) {
  return evaluate(
    driver,
    (stage, beginnings) => {
      const urlOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const source = `
        import { play } from '${urlOf(stage)}';
        const { dataset } = document.documentElement;
        const beginnings = ${beginnings};
        document.addEventListener('play', async () => {
          const shell = await import(new URL(\`/dist/\${dataset.entry}.js\`, location).href);
          // Loaded before the stage stops the clock.
          await shell.init();
          const outcomes = [];
          for (const scene of JSON.parse(dataset.scenes))
            outcomes.push(
              await play(scene, shell, beginnings).then(
                () => 'played',
                (error) => \`\${error.message}\\n\${error.stack}\`,
              ),
            );
          dataset.outcomes = JSON.stringify(outcomes);
          document.dispatchEvent(new Event('played'));
        });`;
      const script = document.createElement('script');
      script.type = 'module';
      script.src = urlOf(source);
      return new Promise((resolve, reject) => {
        script.onload = () => resolve();
        script.onerror = () => reject(new Error('The stage could not be loaded.'));
        document.head.append(script);
      });
    },
    fixture('scenes.js'),
    JSON.stringify(beginnings),
  );
}

/** How many scenes are played by one command: few enough for its limit on a machine under load. */
const AT_ONCE = 25;

/**
 * Plays scenes with the package's entry point `entry`. Resolves to the outcome of each by its name: `played`, or
 * what differs from the scene.
 */
export async function playAll(driver, scenes, entry = 'index') {
  const outcomes = {};
  for (let first = 0; first < scenes.length; first += AT_ONCE) {
    const some = scenes.slice(first, first + AT_ONCE);
    const found = await evaluate(
      driver,
      (scenes, entry) => {
        const { dataset } = document.documentElement;
        const played = new Promise((resolve) =>
          document.addEventListener('played', () => resolve(dataset.outcomes), { once: true }),
        );
        Object.assign(dataset, { scenes, entry });
        document.dispatchEvent(new Event('play'));
        return played;
      },
      JSON.stringify(some),
      entry,
    );
    const texts = JSON.parse(found);
    for (const [place, { name }] of some.entries()) outcomes[name] = texts[place];
  }
  return outcomes;
}

/** Plays one scene. Rejects if anything differs from the scene. */
export async function play(driver, scene, entry) {
  const { [scene.name]: outcome } = await playAll(driver, [scene], entry);
  if (outcome !== 'played') throw new Error(outcome);
}
