// Exports, if the URL allows them, and only on the dashboard surface, like the service.

import { emit, publicId, surface } from './protocol';
import { query } from './state';

export type Cell = string | number;

export const exportAllowed = surface === 'dashboard' && query.get('allowExport') === 'true';

/** Saves the rows of a widget, the first with the titles, as a CSV file. */
export function exportRows(widgetId: string, title: string, rows: Cell[][]): void {
  const text = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
  // The mark tells spreadsheets that the file is UTF-8.
  const file = new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${publicId}-${widgetId}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  const rowCount = rows.length - 1;
  emit('download', { format: 'csv', target: 'widget', widgetId, title, rowCount });
}

/** The browser's own way to a PDF: its print dialogue, with the page's print styles. */
export function exportDashboard(title: string): void {
  emit('download', { format: 'pdf', target: 'dashboard', title });
  window.print();
}

/** A CSV field: quoted if necessary, and marked as text if a spreadsheet would run it as a formula. */
function quoted(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
