// Exports, if the URL allows them, and only on the dashboard surface, like the service.

import { emit, publicId, surface } from './protocol';
import { query } from './state';

export type Cell = string | number;

export type Export =
  { format: 'csv'; header: string[]; rows: Cell[][] } | { format: 'png'; image(): Promise<string> };

export const exportAllowed = surface === 'dashboard' && query.get('allowExport') === 'true';

export const downloads = {
  async widget(widgetId: string, title: string, given: Export): Promise<void> {
    if (given.format === 'csv') {
      saveText(`${widgetId}.csv`, csv([given.header, ...given.rows]));
      emit('download', {
        format: 'csv',
        target: 'widget',
        widgetId,
        title,
        rowCount: given.rows.length,
      });
    } else {
      save(`${widgetId}.png`, await given.image());
      emit('download', { format: 'png', target: 'widget', widgetId, title });
    }
  },
  /** The browser's own way to a PDF: its print dialogue, with the page's print styles. */
  dashboard(title: string): void {
    emit('download', { format: 'pdf', target: 'dashboard', title });
    window.print();
  },
};

function csv(rows: Cell[][]): string {
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

/** A CSV field: quoted if necessary, and marked as text if a spreadsheet would run it as a formula. */
function quoted(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function saveText(name: string, text: string): void {
  // The mark tells spreadsheets that the file is UTF-8.
  const address = URL.createObjectURL(
    new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }),
  );
  save(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function save(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = `${publicId}-${name}`;
  link.click();
}
