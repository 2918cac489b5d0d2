declare module '@hotwired/turbo' {
  export function visit(path: string, options?: { action?: 'replace' }): void;
}
