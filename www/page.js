// What both pages of the demo share: elements, the colours of code, the page's colours, and copying.

/** Creates an element. An attribute whose value is a function is added as an event listener. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** The element with this id. Throws if the page has none. */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/** Sets text only if it differs, because setting it causes layout and a screen reader's announcement. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const KEYWORDS =
  'async await catch const else export for from function if import let new of return throw try typeof';

const PART = new RegExp(
  [
    /(?<comment>\/\/.*)/,
    /(?<string>'[^'\n]*'|`[^`]*`)/,
    new RegExp(`(?<keyword>\\b(?:${KEYWORDS.replaceAll(' ', '|')})\\b)`),
    /(?<name>\b[A-Za-z_]\w*(?=\())/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Shows JavaScript in an element: comments, strings, keywords and calls have colours. */
export function showCode(element, code = element.textContent) {
  const parts = [];
  let at = 0;
  for (const match of code.matchAll(PART)) {
    parts.push(code.slice(at, match.index));
    const [kind, text] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    parts.push(h('span', { class: `code-${kind}` }, text));
    at = match.index + text.length;
  }
  element.replaceChildren(...parts, code.slice(at));
}

/** A button that copies the text of an element. */
export function copyButton(element, label) {
  const button = h('button', { class: 'button', type: 'button', 'aria-label': label }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element.textContent);
    } catch {
      // If the browser forbids it, the viewer can copy the selected text.
      getSelection().selectAllChildren(element);
      return;
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1_500);
  });
  return button;
}

/** The page's colour scheme: light, dark, or auto, which is the system's. */
export function pageScheme() {
  return document.documentElement.dataset.scheme ?? 'auto';
}

/** Connects the switch of the colours. `changed` is called with each choice. */
export function startScheme(changed = () => {}) {
  for (const input of byId('page-scheme').querySelectorAll('input')) {
    input.checked = input.value === pageScheme();
    input.addEventListener('change', () => {
      const { dataset } = document.documentElement;
      if (input.value === 'auto') delete dataset.scheme;
      else dataset.scheme = input.value;
      try {
        localStorage.setItem('scheme', input.value);
      } catch {
        // Storage may be forbidden. Then the choice lasts until the page is closed.
      }
      changed(input.value);
    });
  }
}
