// The example: its forms, and the copy button.

import { byId } from './dom.js';
import { SNIPPETS } from './snippets.js';
import { makeTabs } from './tabs.js';

export function startSnippet() {
  const button = byId('copy');
  const example = byId('snippet');
  const label = button.textContent;
  makeTabs(
    byId('forms'),
    SNIPPETS.map(({ name }) => name),
    byId('example'),
    (index) => (example.textContent = SNIPPETS[index].text),
  );
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(example.textContent);
    } catch {
      // If the browser forbids it, the viewer can copy the selected text.
      getSelection().selectAllChildren(example);
      return;
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 1_500);
  });
}
