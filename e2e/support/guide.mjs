// Reads the examples of the guide, so that tests can run them.

import { readFileSync } from 'node:fs';

/** The first block of code in `language` of a page of the guide that contains `text`. */
export function guideExample(page, language, text = '') {
  const source = readFileSync(new URL(`../../docs/guide/${page}`, import.meta.url), 'utf8');
  const blocks = source.split(`\`\`\`${language}\n`).slice(1);
  const code = blocks.map((block) => block.split('\n```')[0]).find((code) => code.includes(text));
  if (!code) throw new Error(`${page} has no ${language} with "${text}".`);
  return code;
}
