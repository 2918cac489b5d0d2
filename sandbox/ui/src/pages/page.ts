// The interface of a page, and the services that it can use.

import { h } from '../dom';
import type { Filter } from '../filters';
import type { Period } from '../state';

export interface Page {
  element: HTMLElement;
  title(): string;
  /** The dashboard that the page shows, if any. */
  publicId?: string;
  /** The number of its widgets, if it is a dashboard. */
  widgetCount?: number;
  /** Fetches and shows the data; resolves when everything is rendered. */
  load(): Promise<void>;
  /** Shows the same data again, in another language. */
  paint(): void;
}

export interface Controls {
  navigate(path: string): void;
  filter(filter: Filter): void;
  clearFilters(): void;
  choosePeriod(period: Period): void;
  refresh(): void;
}

/** A page without data of its own, whose content is made again for another language. */
export function painted(title: () => string, content: () => HTMLElement[]): Page {
  const element = h('div.page', ...content());
  const paint = () => element.replaceChildren(...content());
  return { element, title, load: async () => {}, paint };
}
