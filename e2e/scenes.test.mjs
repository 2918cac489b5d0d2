// The scenes of tests/fixtures/scenes.json, played by the npm package. tests/browser/scenes.rs plays
// them with the crate's bridge.

import { testScenes } from './support/scenes.mjs';

testScenes();
