// Reads the examples of the README, so that tests can run them.

import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The first block of code in `language` under a heading. */
export function readmeExample(heading, language) {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
  const code = section?.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0];
  if (!code) throw new Error(`The README has no ${language} under "${heading}".`);
  return code;
}
