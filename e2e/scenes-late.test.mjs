// Each scene, with a core that comes after its first step, its second, and so on.

import { testLateScenes } from './support/scenes.mjs';

testLateScenes();
