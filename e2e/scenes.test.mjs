// The scenes of tests/fixtures/scenes.json, played by the npm package. tests/browser/scenes.rs plays
// them with the crate's bridge.

import { before, describe, test } from './support/test.mjs';
import { freshPage } from './support/embed.mjs';
import { loadStage, play, scenes } from './support/scenes.mjs';
import { driver } from './support/world.mjs';

describe('scenes', () => {
  before(async () => {
    await freshPage();
    await loadStage(driver);
  });

  for (const scene of scenes) {
    test(scene.name, () => play(driver, scene));
  }
});
