// What is shown over an iframe until its embed is ready, for `svc-embed/react` and `svc-embed/angular`.

/**
 * Keeps a covered iframe from eyes, pointer and keyboard, and lets the cover refer to its parent. The
 * result takes the cover away. The iframe is transparent, not hidden: Chromium gives a hidden one no
 * animation frames, and an embed that waits for one would never be ready.
 */
export function coverIframe(iframe: HTMLIFrameElement): () => void {
  const { inert, style } = iframe;
  const parentElement = iframe.closest('slot')?.parentElement ?? iframe.parentElement;
  const { opacity } = style;
  style.opacity = '0';
  iframe.inert = true;
  if (parentElement && getComputedStyle(parentElement).position === 'static') {
    parentElement.style.position = 'relative';
  }
  return () => {
    style.opacity = opacity;
    iframe.inert = inert;
  };
}
