// The scenes of tests/fixtures/scenes.json, played by the npm package. tests/browser/scenes.rs plays
// them with the crate's bridge.

import assert from 'node:assert/strict';
import { before, describe, test } from './support/test.mjs';
import { freshPage } from './support/embed.mjs';
import { lateScenes, loadStage, playAll, scenes } from './support/scenes.mjs';
import { driver } from './support/world.mjs';

describe('scenes', () => {
  let outcomes;

  before(async () => {
    await freshPage();
    await loadStage(driver);
    outcomes = await playAll(driver, [...scenes, ...lateScenes]);
  });

  for (const { name } of scenes) test(name, () => assert.equal(outcomes[name], 'played'));

  // The core decides the same as if it had been there from the start.
  for (const { name } of lateScenes)
    test(`the rest is late: ${name}`, () => assert.equal(outcomes[name], 'played'));
});
