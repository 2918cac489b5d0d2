// The scenes that the npm package and the crate both play: tests/fixtures/scenes.json.

import { readFileSync } from 'node:fs';
import { evaluate } from './page.mjs';

const fixture = (name) =>
  readFileSync(new URL(`../../tests/fixtures/${name}`, import.meta.url), 'utf8');

/** What the scenes begin with, and the scenes. */
export const { beginnings, scenes } = JSON.parse(fixture('scenes.json'));

/** Loads what plays a scene into the page: `window.play`. */
export function loadStage(driver) {
  return evaluate(
    driver,
    async (source) => {
      const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      window.play = (await import(url)).play;
    },
    fixture('scenes.js'),
  );
}

/** Plays a scene with the package's entry point `entry`; rejects with what was not as it says. */
export function play(driver, scene, entry = 'index') {
  return evaluate(
    driver,
    async (scene, beginnings, entry) => {
      const shell = await import(`/dist/${entry}.js`);
      // Loaded before the stage stops the clock.
      await shell.init();
      await window.play(scene, shell, beginnings);
    },
    scene,
    beginnings,
    entry,
  );
}
