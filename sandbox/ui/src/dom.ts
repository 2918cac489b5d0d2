// Creates elements in one expression. Text is inserted as text: nothing here parses HTML.

type Child = Node | string | null | undefined | false;
type Handler = (event: Event) => void;
type Attributes = Record<string, string | number | boolean | Handler | null | undefined>;

/** An element: its tag with its classes after dots, then its attributes, then its children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  name: Tag | `${Tag}.${string}`,
  ...rest: [Attributes, ...Child[]] | Child[]
): HTMLElementTagNameMap[Tag] {
  const [tag, ...classes] = name.split('.') as [Tag, ...string[]];
  const made = document.createElement(tag);
  if (classes.length > 0) made.className = classes.join(' ');
  return filled(made, rest);
}

/** The same for SVG. */
export function svg(tag: string, ...rest: [Attributes, ...Child[]] | Child[]): SVGElement {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), rest);
}

/** A line icon, 24 units square, drawn in the current text colour. */
export function icon(name: Icon): SVGElement {
  const attributes = { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  return svg('svg', attributes, svg('path', { d: ICONS[name] }));
}

export type Icon = keyof typeof ICONS;

const ICONS = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  save: 'M12 4v11m0 0l-4-4m4 4l4-4M5 19h14',
  down: 'M12 5v14m0 0l-6-6m6 6l6-6',
  error: 'M12 8v5m0 3v.5M12 3l9 17H3z',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.500 3.500 0 0 1 7 0v3',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  refresh: 'M19.500 12a7.500 7.500 0 1 1-2.300-5.400L20 9M20 4v5h-5',
  send: 'M5 12h14m0 0l-6-6m6 6l-6 6',
  spark:
    'M12 3l1.900 5.600L19.500 10.500l-5.600 1.900L12 18l-1.900-5.600L4.500 10.500l5.600-1.900zM19 16v5M16.500 18.500h5',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  up: 'M12 19V5m0 0l-6 6m6-6l6 6',
};

function filled<Made extends Element>(made: Made, rest: [Attributes, ...Child[]] | Child[]): Made {
  const [first] = rest;
  const isChild = !first || typeof first === 'string' || first instanceof Node;
  for (const [name, value] of Object.entries(isChild ? {} : first)) {
    if (typeof value === 'function') made.addEventListener(name.replace(/^on/, ''), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, String(value));
  }
  const children = (isChild ? rest : rest.slice(1)) as Child[];
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}
