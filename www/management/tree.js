// A tree with the standard keys: arrows, Home, End, Enter and Space.

import { h } from '../dom.js';

/**
 * A node is `{ id, kind, name, note, children }`. `children` are nodes, or a function that fetches them
 * when the node is opened; a node without them is a leaf. If they could not be fetched, the function
 * resolves to undefined, and the node closes, so that it can be opened again. Only the nodes in view
 * have an element. The elements are siblings, and their attributes give their place.
 */
export class Tree {
  #root;
  #nodes = [];
  #items = new Map();

  constructor(root) {
    this.#root = root;
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('click', ({ target }) => {
      const node = this.#nodeAt(target);
      if (!node) return;
      this.#focus(node);
      this.#toggle(node, !node.isOpen);
    });
  }

  /** Shows these nodes. Those whose children are known are open at first. */
  show(nodes) {
    this.#nodes = nodes;
    this.#draw();
    this.#items.get(nodes[0])?.setAttribute('tabindex', '0');
  }

  /** Adds a node to the folder with this id, or to the root, and shows it. */
  add(id, node) {
    const path = pathTo(id, this.#nodes);
    const siblings = path.at(-1)?.children ?? this.#nodes;
    // A folder that was empty said so.
    if (siblings[0]?.kind === 'none') siblings.shift();
    siblings.push(node);
    for (const folder of path) folder.isOpen = true;
    this.#draw();
    this.#items.get(node).dataset.added = '';
  }

  /** The nodes in view, from top to bottom, with their place. */
  #inView(nodes = this.#nodes, parent = null, level = 1) {
    return nodes.flatMap((node, index) => {
      const place = { node, parent, level, index, of: nodes.length };
      const { children } = node;
      node.isOpen ??= Array.isArray(children);
      const isShown = node.isOpen && Array.isArray(children);
      return [place, ...(isShown ? this.#inView(children, node, level + 1) : [])];
    });
  }

  #draw() {
    const places = this.#inView();
    const nodes = new Set(places.map(({ node }) => node));
    for (const [node, item] of this.#items) if (!nodes.has(node)) item.remove();
    for (const [row, { node, level, index, of }] of places.entries()) {
      const item = this.#itemOf(node);
      item.dataset.level = level;
      item.setAttribute('aria-level', level);
      item.setAttribute('aria-posinset', index + 1);
      item.setAttribute('aria-setsize', of);
      if (node.children) item.setAttribute('aria-expanded', String(node.isOpen));
      // An item that is in its place is not moved, because it would lose the focus.
      const there = this.#root.children[row];
      if (there !== item) this.#root.insertBefore(item, there ?? null);
    }
  }

  #itemOf(node) {
    const known = this.#items.get(node);
    if (known) return known;
    const { id, kind, name, note } = node;
    const attributes = { role: 'treeitem', tabindex: -1, 'data-kind': kind, 'data-node': id };
    const item = h('li', attributes, h('span', { class: 'node-name' }, name));
    if (note) item.append(' ', h('span', { class: 'node-note' }, note));
    this.#items.set(node, item);
    return item;
  }

  async #toggle(node, isOpen) {
    const { children } = node;
    if (!children) return;
    node.isOpen = isOpen;
    this.#draw();
    if (typeof children !== 'function' || node.isFetching) return;
    node.isFetching = true;
    const fetched = await children();
    node.isFetching = false;
    if (fetched) node.children = fetched;
    else node.isOpen = false;
    this.#draw();
  }

  #nodeAt(target) {
    const item = target.closest('[role="treeitem"]');
    return [...this.#items].find(([, each]) => each === item)?.[0];
  }

  #key(event) {
    const places = this.#inView();
    const node = this.#nodeAt(event.target);
    const row = places.findIndex((place) => place.node === node);
    const go = (to) => this.#focus(places[to]?.node);
    const keys = {
      ArrowDown: () => go(row + 1),
      ArrowUp: () => go(row - 1),
      Home: () => go(0),
      End: () => go(places.length - 1),
      ArrowRight: () => (node.isOpen ? go(row + 1) : this.#toggle(node, true)),
      ArrowLeft: () => (node.isOpen ? this.#toggle(node, false) : this.#focus(places[row].parent)),
      Enter: () => this.#toggle(node, !node.isOpen),
      ' ': () => this.#toggle(node, !node.isOpen),
    };
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    void keys[event.key]();
  }

  #focus(node) {
    const item = this.#items.get(node);
    if (!item) return;
    for (const each of this.#items.values()) each.tabIndex = each === item ? 0 : -1;
    item.focus();
  }
}

/** The node with this id, after the nodes that it is in; empty if there is none. */
function pathTo(id, nodes) {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const path = Array.isArray(node.children) ? pathTo(id, node.children) : [];
    if (path.length > 0) return [node, ...path];
  }
  return [];
}
