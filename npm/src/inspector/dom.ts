// Makes elements. Nothing here parses HTML: Trusted Types forbid that, and texts stay texts.

/** Makes an element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function button(name: string, onclick: () => void): HTMLButtonElement {
  return make('button', { type: 'button', textContent: name, onclick });
}

/** Makes the terms and values of a `dl`. */
export function pairs(facts: readonly (readonly [string, string])[]): HTMLElement {
  const list = make('dl');
  for (const [term, value] of facts) {
    const names = [make('dt', { textContent: term }), make('dd', { textContent: value })];
    list.append(make('div', {}, ...names));
  }
  return list;
}

/** Sets a text only if it differs. The same text again would clear a selection and be read out again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
