// The tabs above the embed, with the standard keys: arrows, Home and End.

import { h } from './dom.js';

/**
 * Creates a tab for each name. `choose` is called with the index of the chosen tab. Returns a function
 * that shows another tab as chosen.
 */
export function makeTabs(list, names, panel, choose) {
  const tabs = names.map((name, index) =>
    h(
      'button',
      { role: 'tab', type: 'button', id: `${list.id}-${index}`, 'aria-controls': panel.id },
      name,
    ),
  );
  const show = (index) => {
    for (const [each, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(each === index));
      tab.tabIndex = each === index ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', tabs[index].id);
  };
  const select = (index) => {
    show(index);
    choose(index);
  };
  list.replaceChildren(...tabs);
  list.addEventListener('click', ({ target }) => {
    const index = tabs.indexOf(target);
    if (index >= 0 && target.getAttribute('aria-selected') !== 'true') select(index);
  });
  list.addEventListener('keydown', (event) => {
    const index = tabs.indexOf(event.target);
    const next = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    tabs[next].focus();
    select(next);
  });
  select(0);
  return show;
}
