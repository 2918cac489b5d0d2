// The scenes that the npm package and the crate both play: tests/fixtures/scenes.json.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isPlayed, LATE_BY_EACH } from '../../scripts/lib/suites.mjs';
import { freshPage } from './embed.mjs';
import { evaluate } from './page.mjs';
import { before, describe, test } from './test.mjs';
import { driver } from './world.mjs';

const fixture = (name) =>
  readFileSync(new URL(`../../tests/fixtures/${name}`, import.meta.url), 'utf8');

/** What the scenes begin with, and the scenes. */
const { beginnings, scenes } = JSON.parse(fixture('scenes.json'));

/** What may happen while the shell has no core: nothing that needs the embed, or a timer of the core. */
const IS_EARLY =
  /^(mount|connect|mint|say|data|payload|origin|from|foreground|rememberWindow|move|load|is|prerendered|style|takeOut|attach|embed|expect|src|isDetached)$/;

const playsEach = LATE_BY_EACH[process.env.E2E_AT_NIGHT ? 1 : 0];

/**
 * Each scene as often as it has steps at its beginning after which the core may come: late by so many steps. By day
 * each scene once, late by another number of steps than the scene before.
 */
const lateScenes = scenes.flatMap((scene, at) => {
  const steps = [...(beginnings[scene.after] ?? []), ...scene.steps];
  const needsCore = (step) => Object.keys(step).some((key) => !IS_EARLY.test(key));
  const found = steps.findIndex(needsCore);
  const most = found < 0 ? steps.length - 1 : found;
  return Array.from({ length: most }, (_, index) => index + 1)
    .filter((late) => playsEach || late === 1 + (at % most))
    .map((late) => ({ ...scene, name: `${scene.name}: late by ${late}`, late }));
});

/**
 * Loads the stage into the page as a module of the page's own: in Firefox, a script of WebDriver's
 * has other globals than the page, so that it could not replace the page's clocks.
 */
function loadStage() {
  return evaluate(
    driver,
    (stage, beginnings) => {
      const urlOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const source = `
        import { play } from '${urlOf(stage)}';
        const { dataset } = document.documentElement;
        const beginnings = ${beginnings};
        const textOf = async (file) => (await fetch('/dist/' + file)).text();
        const moduleOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        // Not as WebAssembly: a browser has room for some hundred of its memories in a page.
        const files = Promise.all([textOf('index.js'), textOf('no-wasm-rest.js')]);
        /** A copy of the package whose rest comes when \`release\` is called. */
        async function lateCopy(steps) {
          const [first, rest] = await files;
          let release;
          const released = new Promise((resolve) => (release = resolve));
          const index = moduleOf(first.replace('import("./rest.js")', 'self.rest()'));
          const there = await import(moduleOf(rest.replaceAll('"./index.js"', \`"\${index}"\`)));
          self.rest = () => released.then(() => there);
          return { copy: await import(index), steps, release };
        }
        document.addEventListener('play', async () => {
          const shell = await import(new URL('/dist/index.js', location).href);
          // Loaded before the stage stops the clock.
          await shell.init();
          const outcomes = [];
          for (const scene of JSON.parse(dataset.scenes)) {
            const { copy, ...late } = scene.late ? await lateCopy(scene.late) : { copy: shell };
            outcomes.push(
              await play(scene, copy, beginnings, scene.late && late).then(
                () => 'played',
                (error) => \`\${error.message}\\n\${error.stack}\`,
              ),
            );
          }
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

/** How many scenes a page plays, by one command: it keeps the copies of the package that came late. */
const AT_ONCE = 25;

/** Resolves to the outcome of each scene, in their order: `played`, or what differs from the scene. */
async function playAll(scenes) {
  const outcomes = [];
  for (let first = 0; first < scenes.length; first += AT_ONCE) {
    await freshPage();
    await loadStage();
    const found = await evaluate(
      driver,
      (scenes) => {
        const { dataset } = document.documentElement;
        const played = new Promise((resolve) =>
          document.addEventListener('played', () => resolve(dataset.outcomes), { once: true }),
        );
        dataset.scenes = scenes;
        document.dispatchEvent(new Event('play'));
        return played;
      },
      JSON.stringify(scenes.slice(first, first + AT_ONCE)),
    );
    outcomes.push(...JSON.parse(found));
  }
  return outcomes;
}

/** A test for each scene. */
function testAll(title, scenes) {
  describe(title, () => {
    let outcomes;
    before(async () => {
      outcomes = await playAll(scenes);
    });
    for (const [place, { name }] of scenes.entries())
      test(name, () => assert.equal(outcomes[place], 'played'));
  });
}

export const testScenes = () =>
  testAll(
    'scenes',
    scenes.filter((_, at) => isPlayed('scenes', `${at}`)),
  );
/** The core decides the same as if it had been there from the start. */
export const testLateScenes = () => testAll('scenes whose core is late', lateScenes);
