/** Gives a shadow tree its style. A content security policy does not apply to constructed sheets. */
export function setStyle(root: ShadowRoot, css: string): void {
  const { ownerDocument } = root;
  const { defaultView } = ownerDocument;
  // A document without a window shows nothing.
  if (!defaultView) return;
  // jsdom has no constructed sheets.
  if (!root.adoptedStyleSheets) {
    root.append(Object.assign(ownerDocument.createElement('style'), { textContent: css }));
    return;
  }
  const sheet = new defaultView.CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}
