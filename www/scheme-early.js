// Applies the viewer's choice of colours before the first paint.
try {
  const scheme = localStorage.getItem('scheme');
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
} catch {
  // Storage may be forbidden. Then the page has the system's colours.
}
