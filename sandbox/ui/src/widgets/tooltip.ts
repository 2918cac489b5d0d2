// The one tooltip of the page.

import { h } from '../dom';

const GAP = 14;
const tip = h('div', { class: 'tooltip', role: 'status', hidden: true });

export function showTooltip(event: MouseEvent, text: string): void {
  const [title = '', value = ''] = text.split('\n');
  tip.replaceChildren(h('span', {}, title), h('strong', {}, value));
  tip.hidden = false;
  if (!tip.isConnected) document.body.append(tip);
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + GAP, innerWidth - width - 8);
  const above = event.clientY - height - GAP;
  tip.style.transform = `translate(${Math.max(8, left)}px, ${above < 8 ? event.clientY + GAP : above}px)`;
}

export function hideTooltip(): void {
  tip.hidden = true;
}
