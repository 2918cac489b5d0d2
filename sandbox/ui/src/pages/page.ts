// A page of the embed, and what it may ask of the whole.

import type { Filter } from '../filters';
import type { Period } from '../state';

export interface Page {
  element: HTMLElement;
  title(): string;
  /** The dashboard it shows, if any. */
  publicId?: string;
  /** How many widgets it holds, where it is a dashboard. */
  widgetCount?: number;
  /** Fetches and shows the data; resolves when everything is rendered. */
  load(): Promise<void>;
  /** Shows the same data again, in another language or another look. */
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
