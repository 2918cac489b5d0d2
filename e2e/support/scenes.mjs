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
          try {
            const shell = await import(new URL(\`/dist/\${dataset.entry}.js\`, location).href);
            // Loaded before the stage stops the clock.
            await shell.init();
            await play(JSON.parse(dataset.scene), shell, beginnings);
            dataset.outcome = 'played';
          } catch (error) {
            dataset.outcome = \`\${error.message}\\n\${error.stack}\`;
          }
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

/** Plays a scene with the package's entry point `entry`. Rejects if anything differs from the scene. */
export async function play(driver, scene, entry = 'index') {
  const outcome = await evaluate(
    driver,
    (scene, entry) => {
      const { dataset } = document.documentElement;
      const played = new Promise((resolve) =>
        document.addEventListener('played', () => resolve(dataset.outcome), { once: true }),
      );
      Object.assign(dataset, { scene, entry });
      document.dispatchEvent(new Event('play'));
      return played;
    },
    JSON.stringify(scene),
    entry,
  );
  if (outcome !== 'played') throw new Error(outcome);
}
