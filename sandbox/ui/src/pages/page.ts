// The interface of a page, and the services that it can use.

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
  /** Shows the same data again, in another language or appearance. */
  paint(): void;
  destroy(): void;
}

export interface Controls {
  navigate(path: string): void;
  filter(filter: Filter): void;
  clearFilters(): void;
  choosePeriod(period: Period): void;
  refresh(): void;
}
