// The example: its forms, and the copy buttons.

import { byId, setText } from './dom.js';
import { showCode } from './highlight.js';
import { SNIPPETS } from './snippets.js';
import { makeTabs } from './tabs.js';

export function startSnippet() {
  const example = byId('snippet');
  const install = byId('install');
  makeTabs(
    byId('forms'),
    SNIPPETS.map(({ name }) => name),
    byId('example'),
    (index) => {
      showCode(example, SNIPPETS[index].text);
      setText(install, SNIPPETS[index].install);
    },
  );
  copies(byId('copy'), example);
  copies(byId('copy-install'), install);
}

/** Makes a button that copies the text of an element. */
export function copies(button, element) {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element.textContent);
    } catch {
      // If the browser forbids it, the viewer can copy the selected text.
      getSelection().selectAllChildren(element);
      return;
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 1_500);
  });
}
